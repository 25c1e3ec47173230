import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("What is believed of a notification of version 1")
struct OldStyleNotificationVerifierTests {
    private func verifier(secrets: [String] = ["hush"], receipts: Bool = false) throws -> OldStyleNotificationVerifier {
        OldStyleNotificationVerifier(
            receiptPolicy: receipts ? .trusting([try TestAuthority.trusted.get().receiptAnchor]) : nil,
            secrets: { _ in secrets.map { AppSharedSecret($0) } },
            acceptsApp: { $0 == SampleReceipt.bundleID },
            acceptsEnvironment: { environment, _ in environment == .production }
        )
    }

    private func notification(_ change: (inout JSONObject) -> Void = { _ in }) -> JSONObject {
        var object: JSONObject = [
            "notification_type": "DID_RENEW", "password": "hush", "bid": .string(SampleReceipt.bundleID),
            "environment": "PROD",
        ]
        change(&object)
        return object
    }

    private func unified(_ receipt: [UInt8]) -> JSONValue {
        .object(["latest_receipt": .string(Data(receipt).base64EncodedString())])
    }

    @Test("One with the secret, about our app, of an App Store that is accepted: each rule has its outcome")
    func good() throws {
        let examination = try verifier().examine(notification())
        #expect(examination.firstFailure == nil)
        #expect(examination.checks.map(\.rule) == [.password, .app, .environment, .receipt])
        #expect(examination.checks.prefix(3).allSatisfy { $0.outcome == .passed })
        #expect(examination.checks.last?.outcome == .notApplicable("receipts are not looked at"))
        #expect(examination.type == "DID_RENEW")
        #expect(examination.environment == .production)
    }

    @Test(
        "Each rule can fail alone, and the first one is told",
        arguments: [
            ("password", "other", "password: it is not the shared secret"),
            ("bid", "com.other", "wrong-app: it is about another app"),
            ("environment", "Sandbox", "wrong-environment: Sandbox is not accepted"),
            ("environment", "", "wrong-environment: it names no environment"),
        ]
    )
    func bad(member: String, value: String, failure: String) throws {
        let examination = try verifier().examine(notification { $0[member] = .string(value) })
        #expect(examination.firstFailure?.description == failure)
        #expect(examination.checks.compactMap(\.failure).count == 1)
        let nothing = try verifier().examine(JSONObject())
        #expect(nothing.firstFailure?.rule == .password)
        #expect(nothing.checks.compactMap(\.failure).map(\.rule) == [.password, .app, .environment])
    }

    @Test("Any secret of several will do; an empty one opens nothing")
    func secrets() throws {
        #expect(try verifier(secrets: ["old", "hush"]).examine(notification()).firstFailure == nil)
        let empty = try verifier(secrets: [""]).examine(notification { $0["password"] = "" })
        #expect(empty.firstFailure?.rule == .password)
    }

    @Test("Where no secret is known the receipt speaks for it, and must be good")
    func receipts() throws {
        let genuine = unified(Array(try SampleReceipt.signed()))
        let forged = unified(Array(try SampleReceipt.signed(by: TestAuthority.foreign)))
        let verifier = try verifier(secrets: [], receipts: true)
        #expect(verifier.examine(notification { $0["unified_receipt"] = genuine }).firstFailure == nil)
        let refused = verifier.examine(notification { $0["unified_receipt"] = forged })
        #expect(refused.firstFailure?.rule == .receipt)
        #expect(verifier.examine(notification()).firstFailure?.rule == .password, "nothing speaks for it")
        #expect(try self.verifier(secrets: []).examine(notification()).firstFailure?.rule == .password)
    }

    @Test("A forged receipt is refused beside the right secret, too, where receipts are looked at")
    func both() throws {
        let forged = unified(Array(try SampleReceipt.signed(by: TestAuthority.foreign)))
        let examination = try verifier(receipts: true).examine(notification { $0["unified_receipt"] = forged })
        #expect(examination.firstFailure?.rule == .receipt)
        #expect(examination.firstFailure?.description.hasPrefix("receipt-not-authentic: ") == true)
    }
}
