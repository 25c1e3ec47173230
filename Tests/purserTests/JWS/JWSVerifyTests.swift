import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("purser jws verify", .timeLimit(.minutes(15)))
struct JWSVerifyTests {
    let folder: TemporaryFolder
    let options: [String]

    init() throws {
        folder = try TemporaryFolder()
        let root = try folder.file("root.pem", content: Data(try TestAuthority.trusted.get().jwsRootPEM.utf8)).path
        options = ["--root", root, "--at", "2025-01-01"]
    }

    private func verify(_ payload: JSONObject, _ more: String...) async throws -> Tool.Outcome {
        try await Tool.run(["jws", "verify", try SampleJWS.sign(payload)] + options + more)
    }

    @Test(
        "Each kind is recognised and valid: exit code 0",
        arguments: [
            (SampleJWS.transaction, "transaction: 2001 com.example.app.monthly"),
            (SampleJWS.renewalInfo, "renewal-info: 2000"), (SampleJWS.appTransaction, "app-transaction: version 3"),
        ]
    )
    func kinds(_ payload: JSONObject, _ text: String) async throws {
        let outcome = try await verify(payload, "--bundle-id", "com.example.app", "--environment", "sandbox")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(text))
        #expect(outcome.lines.last == "The JWS is valid.")
    }

    @Test("A notification is valid with what is signed inside it")
    func notification() async throws {
        let payload = try SampleJWS.notification(SampleJWS.transaction, SampleJWS.renewalInfo)
        let outcome = try await verify(payload, "--bundle-id", "com.example.app", "--json")
        #expect(outcome.status == 0)
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(json[boolean: "isValid"] == true)
        #expect(json[string: "kind"] == "notification")
        let parts = try #require(json[array: "parts"]).compactMap(\.object)
        #expect(parts.map { $0[string: "member"] } == ["data.signedTransactionInfo", "data.signedRenewalInfo"])
        #expect(parts.first?[object: "payload"]?[string: "transactionId"] == "2001")
    }

    @Test(
        "The failing rule is named: exit code 1",
        arguments: [
            (["--bundle-id", "com.example.other"], "wrong-app"),
            (["--environment", "production"], "wrong-environment"),
            (["--at", "2020-01-01T00:00:00Z"], "signing-date"),
        ]
    )
    func failingRule(_ more: [String], _ rule: String) async throws {
        let token = try SampleJWS.sign(SampleJWS.transaction)
        let outcome = try await Tool.run(["jws", "verify", token, "--json"] + options + more)
        #expect(outcome.status == 1)
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(json[boolean: "isValid"] == false)
        #expect(json[array: "failures"]?.compactMap { $0.object?[string: "rule"] } == [rule])
    }

    @Test("A signed payload of no known kind is not valid")
    func unknownKind() async throws {
        let outcome = try await verify(["signedDate": SampleJWS.signedDate, "environment": "Sandbox"])
        #expect(outcome.status == 1)
        #expect(outcome.lines.last == "The JWS is not valid: unknown-kind")
    }

    @Test(
        "What is signed inside must be of the same app, store and subscription",
        arguments: [
            (SampleJWS.transaction.with("bundleId", "com.example.other"), SampleJWS.renewalInfo, "wrong-app"),
            (SampleJWS.transaction.with("environment", "Production"), SampleJWS.renewalInfo, "wrong-environment"),
            (
                SampleJWS.transaction, SampleJWS.renewalInfo.with("originalTransactionId", "666"),
                "unbound-renewal-info"
            ),
        ]
    )
    func mismatchedParts(_ transaction: JSONObject, _ renewalInfo: JSONObject, _ rule: String) async throws {
        let outcome = try await verify(try SampleJWS.notification(transaction, renewalInfo))
        #expect(outcome.status == 1)
        #expect(outcome.lines.last == "The JWS is not valid: \(rule)")
    }

    @Test("A forged part makes the whole invalid, and the message says which part")
    func forgedPart() async throws {
        var payload = try SampleJWS.notification(SampleJWS.transaction, SampleJWS.renewalInfo)
        var data = try #require(payload[object: "data"])
        let genuine = try #require(data[string: "signedTransactionInfo"]).split(separator: ".")
        let claims = Data(#"{"transactionId":"1","signedDate":1722945600000}"#.utf8).base64EncodedString()
        data[string: "signedTransactionInfo"] = "\(genuine[0]).\(claims).\(genuine[2])"
        payload[object: "data"] = data
        let outcome = try await verify(payload)
        #expect(outcome.status == 1)
        #expect(outcome.lines.last == "The JWS is not valid: signature-invalid")
        #expect(outcome.output.contains("data.signedTransactionInfo\n✗"))
    }

    @Test("A token that nobody trusted has signed is not valid")
    func untrusted() async throws {
        let token = try SampleJWS.sign(SampleJWS.transaction)
        let outcome = try await Tool.run("jws", "verify", token, "--at", "2025-01-01")
        #expect(outcome.status == 1)
        #expect(outcome.lines.last == "The JWS is not valid: anchor-untrusted")
    }

    @Test("A payload without a date is judged now, and the message says so")
    func undated() async throws {
        let payload = SampleJWS.transaction.with("signedDate", nil)
        #expect(try await verify(payload).status == 0)
        let outcome = try await verify(payload, "--at", "2030-01-01")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("names no date of signing"))
    }

    @Test("A file, standard input, a JSON text and the body of a notification hold a token too")
    func inputs() async throws {
        let token = try SampleJWS.sign(SampleJWS.transaction)
        let file = try folder.file("token", content: Data((token + "\n").utf8)).path
        #expect(try await Tool.run(["jws", "verify", file] + options).status == 0)
        for text in [token, "\"\(token)\"", "{\"signedPayload\":\"\(token)\"}"] {
            #expect(try await Tool.run(["jws", "verify"] + options, input: Data(text.utf8)).status == 0, "\(text)")
            #expect(try await Tool.run(["jws", "verify", "-"] + options, input: Data(text.utf8)).status == 0)
        }
    }

    @Test(
        "What is no JWS is unusable: exit code 2 and one line",
        arguments: [
            ("", "empty"), ("<html></html>", "web page"), ("{\"status\":0}", "one JWS"), ("{", "JSON"),
            (#"{"signedPayload":"a","signedTransactionInfo":"b"}"#, "several"), ("MIISZQYJ", "receipt"),
            ("hello", "three parts"), ("a.b.c", "Base64url"), ("bm8.e30.AAAA", "header"),
            ("\u{0}\u{FFFD}", "three parts"),
        ]
    )
    func unusable(_ content: String, _ text: String) async throws {
        for command in ["verify", "show"] {
            let outcome = try await Tool.run(["jws", command], input: Data(content.utf8))
            #expect(outcome.status == 2)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(text))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
        let json = try await Tool.run(["jws", "verify", "--json"], input: Data(content.utf8))
        #expect(json.status == 2)
        #expect(try JSONValue(parsing: json.output).object?[boolean: "isValid"] == false)
    }

    @Test("More than a megabyte is refused unread")
    func oversized() async throws {
        let outcome = try await Tool.run(["jws", "verify"], input: Data(repeating: 0x41, count: 1_048_577))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("too-large"))
    }

    @Test(
        "An option that cannot be used is a usage error",
        arguments: [["--at", "soon"], ["--root", "/no/such/root"], ["--environment", "Moon"]]
    )
    func usage(_ more: [String]) async throws {
        let outcome = try await Tool.run(["jws", "verify", "-"] + more)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(more[1]))
    }
}
