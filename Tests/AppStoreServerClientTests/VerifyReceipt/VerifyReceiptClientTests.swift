import AppStoreModels
import AppStoreServerClient
import Foundation
import Locking
import Testing

@Suite("Asking verifyReceipt")
struct VerifyReceiptClientTests {
    private static let production = "buy.itunes.apple.com"
    private static let sandbox = "sandbox.itunes.apple.com"

    @Test("Production is asked first, with receipt and shared secret")
    func valid() async throws {
        let network = ScriptedTransport(.json(#"{"status":0,"environment":"Production"}"#))
        let answer = try await network.client().verify(receiptData: "cmVjZWlwdA==", excludeOldTransactions: true)
        #expect(answer.environment == .production)
        #expect(answer.attempts == 1)
        #expect(await network.hosts == [Self.production])
        let body = try #require(await network.bodies.first)
        #expect(body.receiptData == "cmVjZWlwdA==")
        #expect(body.password == "hush")
        #expect(body.excludeOldTransactions == true)
    }

    @Test("21007 sends the same receipt to the sandbox")
    func sandboxHop() async throws {
        let network = ScriptedTransport(.json(#"{"status":21007}"#), .json(#"{"status":0,"environment":"Sandbox"}"#))
        let answer = try await network.client().verify(receiptData: "QQ==")
        #expect(answer.environment == .sandbox)
        #expect(await network.hosts == [Self.production, Self.sandbox])
        #expect(await network.bodies.map(\.receiptData) == ["QQ==", "QQ=="])
    }

    @Test("21008 sends a production receipt back from the sandbox")
    func productionHop() async throws {
        let network = ScriptedTransport(.json(#"{"status":21008}"#), .json(#"{"status":0}"#))
        let answer = try await network.client().verify(receiptData: "QQ==", startingWith: .sandbox)
        #expect(answer.environment == .production)
        #expect(await network.hosts == [Self.sandbox, Self.production])
    }

    @Test("Servers that name each other are not followed in circles")
    func circle() async throws {
        let network = ScriptedTransport(.json(#"{"status":21007}"#), .json(#"{"status":21008}"#))
        let error = await #expect(throws: VerifyReceiptError.self) {
            try await network.client().verify(receiptData: "QQ==")
        }
        #expect(error?.code == .environmentUndecided)
        #expect(error?.isRetryable == true)
        #expect(await network.hosts.count == 2)
    }

    @Test("21006 is a genuine receipt of the old style")
    func expiredOldStyle() async throws {
        let network = ScriptedTransport(
            .json(#"{"status":21006,"receipt":{"bid":"com.example.app","product_id":"a","transaction_id":"1"}}"#)
        )
        let answer = try await network.client().verify(receiptData: "QQ==")
        #expect(answer.bundleID == "com.example.app")
        #expect(answer.contains(transactionID: "1", productID: "a"))
        #expect(!answer.contains(transactionID: "1", productID: "b"))
    }

    @Test(
        "A status that is final is not asked about again",
        arguments: [
            (21000, VerifyReceiptError.Code.requestRefused), (21003, .notAuthenticated),
            (21004, .sharedSecretMismatch), (21010, .accountNotFound), (21999, .unknownStatus),
        ]
    )
    func finalStatus(status: Int, code: VerifyReceiptError.Code) async throws {
        let network = ScriptedTransport(.json(#"{"status":\#(status)}"#))
        let error = await #expect(throws: VerifyReceiptError.self) {
            try await network.client().verify(receiptData: "QQ==")
        }
        #expect(error?.code == code)
        #expect(error?.isRetryable == false)
        #expect(error?.status == ReceiptStatusCode(rawValue: status))
        #expect(await network.hosts.count == 1)
    }

    @Test("Temporary failures of every kind are tried again, with doubled waits")
    func retries() async throws {
        let network = ScriptedTransport(
            .http(503, "<html>busy</html>"),
            .failure(.timedOut),
            .http(200, "<html>maintenance</html>"),
            .json(#"{"status":21005}"#),
            .json(#"{"status":21150,"is_retryable":"1"}"#),
            .json(#"{"status":0}"#)
        )
        let policy = RetryPolicy(maximumAttempts: 6, firstDelay: 1, maximumDelay: 5)
        let answer = try await network.client(retryPolicy: policy).verify(receiptData: "QQ==")
        #expect(answer.attempts == 6)
        #expect(await network.waits == [1, 2, 4, 5, 5])
    }

    @Test("Retries are bounded; what remains is an error that says come back")
    func bounded() async throws {
        let network = ScriptedTransport(.http(500, ""), .http(502, ""), .http(503, ""), .json(#"{"status":0}"#))
        let error = await #expect(throws: VerifyReceiptError.self) {
            try await network.client().verify(receiptData: "QQ==")
        }
        #expect(error?.code == .unavailable)
        #expect(error?.isRetryable == true)
        #expect(error?.attempts == 3)
        #expect(await network.waits == [1, 2])
    }

    @Test("21002 is tried once more only, because it mostly means malformed")
    func malformed() async throws {
        let network = ScriptedTransport(.json(#"{"status":21002}"#), .json(#"{"status":21002}"#))
        let error = await #expect(throws: VerifyReceiptError.self) {
            try await network.client().verify(receiptData: "QQ==")
        }
        #expect(error?.code == .malformedReceipt)
        #expect(await network.hosts.count == 2)
    }

    @Test("21100 to 21199 are final if Apple says so, in any spelling", arguments: ["is_retryable", "is-retryable"])
    func notRetryable(key: String) async throws {
        let network = ScriptedTransport(.json(#"{"status":21100,"\#(key)":0}"#))
        let error = await #expect(throws: VerifyReceiptError.self) {
            try await network.client().verify(receiptData: "QQ==")
        }
        #expect(error?.code == .unavailable)
        #expect(error?.isRetryable == false)
        #expect(await network.hosts.count == 1)
    }

    @Test("A server that asks for patience gets it, within limits")
    func retryAfter() async throws {
        let network = ScriptedTransport(.http(429, "", retryAfter: 7), .json(#"{"status":0}"#))
        _ = try await network.client().verify(receiptData: "QQ==")
        #expect(await network.waits == [7])
        let patient = ScriptedTransport(.http(429, "", retryAfter: 3_600), .json(#"{"status":0}"#))
        await #expect(throws: VerifyReceiptError.self) { try await patient.client().verify(receiptData: "QQ==") }
        #expect(await patient.waits == [])
    }

    @Test("The whole question has a deadline: attempts, waits, and the other server")
    func totalTime() async throws {
        let network = ScriptedTransport(
            .json(#"{"status":21007}"#),
            .failure(.timedOut),
            .failure(.timedOut),
            .json(#"{"status":0}"#)
        )
        // Each look at the clock finds six seconds more.
        let uptime = Locked(1_000.0)
        let client = VerifyReceiptClient(
            limits: VerifyReceiptClient.Limits(timeout: 15, totalTimeout: 25),
            transport: network,
            sleep: { await network.noteWait($0) },
            uptime: {
                uptime.withLock { now in
                    now += 6
                    return now
                }
            }
        )
        let error = await #expect(throws: VerifyReceiptError.self) { try await client.verify(receiptData: "QQ==") }
        #expect(error?.code == .unavailable)
        #expect(error?.isRetryable == true)
        #expect(await network.timeouts == [15, 13, 1])
        #expect(await network.waits == [1])
    }

    @Test("A question whose time is up is asked no more")
    func noTimeLeft() async throws {
        let network = ScriptedTransport(.json(#"{"status":21007}"#), .json(#"{"status":0}"#))
        let uptime = Locked(0.0)
        let client = VerifyReceiptClient(
            limits: VerifyReceiptClient.Limits(timeout: 15, totalTimeout: 25),
            transport: network,
            uptime: {
                uptime.withLock { now in
                    now += 20
                    return now
                }
            }
        )
        let error = await #expect(throws: VerifyReceiptError.self) { try await client.verify(receiptData: "QQ==") }
        #expect(error?.code == .unavailable)
        #expect(error?.reason == "no answer within 25.0 seconds; try later")
        #expect(await network.timeouts == [5])
    }

    @Test("HTTP 404 is a wrong address, not an outage, and so is a redirect", arguments: [404, 301, 302, 307, 308])
    func wrongAddress(status: Int) async throws {
        let network = ScriptedTransport(.http(status, #"{"status":0}"#))
        let error = await #expect(throws: VerifyReceiptError.self) {
            try await network.client().verify(receiptData: "QQ==")
        }
        #expect(error?.code == .requestRefused)
        #expect(error?.isRetryable == false)
    }

    @Test("An answer beyond the limit and a cancelled task have codes of their own")
    func limits() async throws {
        let long = ScriptedTransport(.failure(.responseTooLong))
        let first = await #expect(throws: VerifyReceiptError.self) {
            try await long.client().verify(receiptData: "QQ==")
        }
        #expect(first?.code == .responseTooLong)
        let cancelled = ScriptedTransport(.cancelled)
        let second = await #expect(throws: VerifyReceiptError.self) {
            try await cancelled.client().verify(receiptData: "QQ==")
        }
        #expect(second?.code == .cancelled)
        #expect(await cancelled.hosts.count == 1)
    }

    @Test("The shared secret appears in no error and no description")
    func secrecy() async throws {
        let secret = AppSharedSecret("0123456789abcdef0123456789abcdef")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains("0123"))
        let network = ScriptedTransport(.json(#"{"status":21004}"#))
        let error = await #expect(throws: VerifyReceiptError.self) {
            try await network.client(secret: "0123456789abcdef").verify(receiptData: "QQ==")
        }
        #expect(!String(reflecting: error).contains("0123"))
    }

    @Test(
        "A shared secret matches itself only",
        arguments: [
            ("abc", "abc", true), ("abc", "abd", false), ("abc", "ab", false), ("abc", "abcabc", false),
            ("", "", false), ("", "a", false),
        ]
    )
    func comparison(secret: String, candidate: String, matches: Bool) {
        #expect(AppSharedSecret(secret).matches(candidate) == matches)
    }

    @Test("A local store is addressed below one base")
    func endpoints() throws {
        let endpoints = VerifyReceiptEndpoints(base: try #require(URL(string: "http://127.0.0.1:9/")))
        #expect(endpoints.production.absoluteString == "http://127.0.0.1:9/production/verifyReceipt")
        #expect(endpoints.sandbox.absoluteString == "http://127.0.0.1:9/sandbox/verifyReceipt")
        #expect(VerifyReceiptEndpoints.apple.production.absoluteString == "https://buy.itunes.apple.com/verifyReceipt")
    }
}
