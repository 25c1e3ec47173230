import AppStoreModels
import AppStoreTrust
import Foundation
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The tool and the server, on the same signed data", .timeLimit(.minutes(15)))
struct ToolAgreementTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The rule that both name, nil for what both accept.
        let rule: String?
        var status = 422
        var authority = TestAuthority.trusted
        var partAuthority = TestAuthority.trusted
        var change: @Sendable (inout SampleNotification) -> Void = { _ in }
    }

    private static let number: Int64 = 7
    private static let tomorrow = TestAuthority.signingDate + 86_401

    static let cases = [
        Case(testDescription: "genuine", rule: nil, status: 200),
        Case(testDescription: "genuine, of production", rule: nil, status: 200) {
            $0.move(to: .production, appAppleID: number)
        },
        Case(testDescription: "signed in the future", rule: "signing-date", status: 401) {
            $0.notification.signedDate = tomorrow
        },
        Case(testDescription: "a transaction signed in the future", rule: "signing-date", status: 401) {
            $0.transaction?.signedDate = tomorrow
        },
        Case(testDescription: "another number of the app", rule: "wrong-app") {
            $0.move(to: .production, appAppleID: number + 1)
        },
        Case(testDescription: "no number of the app", rule: "wrong-app") {
            $0.move(to: .production, appAppleID: nil)
        },
        Case(testDescription: "another app", rule: "wrong-app") { $0.notification.data?.bundleID = "com.other" },
        Case(testDescription: "another app's transaction", rule: "wrong-app") {
            $0.transaction?.bundleID = "com.other"
        },
        Case(testDescription: "an App Store that is not accepted", rule: "wrong-environment") {
            $0.move(to: .xcode, appAppleID: nil)
        },
        Case(testDescription: "a transaction of another App Store", rule: "wrong-environment") {
            $0.transaction?.environment = .production
        },
        Case(testDescription: "renewal information of another subscription", rule: "unbound-renewal-info") {
            $0.renewalInfo?.originalTransactionID = "99"
        },
        Case(testDescription: "no key against duplicates", rule: "missing-member") {
            $0.notification.notificationUUID = nil
        },
        Case(
            testDescription: "a foreign chain",
            rule: "anchor-untrusted",
            status: 401,
            authority: TestAuthority.foreign
        ),
        Case(
            testDescription: "a transaction with a foreign chain",
            rule: "anchor-untrusted",
            status: 401,
            partAuthority: TestAuthority.foreign
        ),
    ]

    @Test("name the same rule", arguments: cases)
    func agree(_ testCase: Case) async throws {
        var sample = SampleNotification()
        testCase.change(&sample)
        let signed = try sample.signed(by: testCase.authority, parts: testCase.partAuthority)
        #expect(try await toolRule(signed) == testCase.rule)
        let answer = try await serverAnswer(signed)
        #expect(answer.status == testCase.status)
        #expect(answer.rule == testCase.rule)
    }

    /// The first rule that the tool says has failed.
    private func toolRule(_ signed: String) async throws -> String? {
        try await withTemporaryFolder { folder in
            let root = folder.appendingPathComponent("root.pem")
            try Data(try TestAuthority.trusted.get().jwsRootPEM.utf8).write(to: root)
            let options = [
                "--json", "--root", root.path, "--at", RFC3339.string(from: TestAuthority.signingDate),
                "--bundle-id", SampleNotification.bundleID, "--app-apple-id", String(Self.number),
            ]
            let outcome = try await Command(BuiltProgram.url("purser"), ["jws", "verify", "-"] + options)
                .run(input: Data(signed.utf8))
            let json = try #require(try JSONValue(parsing: outcome.output).object)
            #expect(outcome.status == (json[boolean: "isValid"] == true ? 0 : 1))
            return json.firstFailure
        }
    }

    private func serverAnswer(_ signed: String) async throws -> Answer {
        var world = try World()
        world.configuration.apps = [
            ServedApp(bundleIDs: [SampleNotification.bundleID], appAppleID: Self.number)
        ]
        let server = try world.server()
        return try await Application(router: server.router).test(.router) { client in
            try await client.post("/apple/notifications", #"{"signedPayload":"\#(signed)"}"#)
        }
    }
}

extension JSONObject {
    /// The rule of the first failure, those of the whole before those of the parts.
    fileprivate var firstFailure: String? {
        let own = self[array: "failures"]?.first?.object?[string: "rule"]
        return own ?? self[array: "parts"]?.lazy.compactMap { $0.object?.firstFailure }.first
    }
}
