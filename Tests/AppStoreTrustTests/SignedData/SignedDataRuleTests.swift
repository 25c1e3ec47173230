import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("The rules about signed data")
struct SignedDataRuleTests {
    /// What becomes of a rule, of the whole or of one of its parts, after a change to a genuine notification.
    struct Case: Sendable, CustomTestStringConvertible {
        enum Outcome: Sendable {
            case passed
            case failed(TrustError.Code)
            case notApplicable
        }

        let rule: SignedDataRule
        var member: String?
        let testDescription: String
        let outcome: Outcome
        var authority = TestAuthority.trusted
        let change: @Sendable (inout SampleNotification) -> Void

        init(
            _ rule: SignedDataRule,
            of member: String? = nil,
            _ description: String,
            _ outcome: Outcome,
            by authority: Result<CertificateAuthority, TrustError> = TestAuthority.trusted,
            _ change: @escaping @Sendable (inout SampleNotification) -> Void = { _ in }
        ) {
            (self.rule, self.member, self.outcome, self.authority) = (rule, member, outcome, authority)
            testDescription = "\(rule): \(description)"
            self.change = change
        }
    }

    private static let transaction = "data.signedTransactionInfo"
    private static let renewal = "data.signedRenewalInfo"
    private static let day: TimeInterval = 86_400

    static let cases = [
        Case(.signature, "ours", .passed),
        Case(.signature, "a foreign chain", .failed(.anchorUntrusted), by: TestAuthority.foreign),
        Case(.signature, "no date that can be read", .failed(.signingDate)) {
            $0.notification.json["signedDate"] = "soon"
        },
        Case(.members, "all", .passed),
        Case(.members, "no key against duplicates", .failed(.missingMember)) {
            $0.notification.notificationUUID = nil
        },
        Case(.members, "no body", .failed(.missingMember)) { $0.notification.data = nil },
        Case(.kind, "a notification", .passed),
        Case(.kind, of: transaction, "a transaction", .passed),
        Case(.kind, of: transaction, "renewal information instead", .failed(.wrongKind)) {
            $0.transaction?.json = $0.renewalInfo?.json ?? JSONObject()
        },
        Case(.kind, of: renewal, "nothing known", .failed(.unknownKind)) { $0.renewalInfo?.autoRenewStatus = nil },
        Case(.date, "now", .passed),
        Case(.date, "as much later as clocks may differ", .passed) {
            $0.notification.signedDate = TestAuthority.signingDate + day
        },
        Case(.date, "later", .failed(.signingDate)) {
            $0.notification.signedDate = TestAuthority.signingDate + day + 1
        },
        Case(.date, of: transaction, "later", .failed(.signingDate)) {
            $0.transaction?.signedDate = TestAuthority.signingDate + 2 * day
        },
        Case(.date, of: renewal, "none, so now counts", .passed) { $0.renewalInfo?.signedDate = nil },
        Case(.app, "ours", .passed),
        Case(.app, "another", .failed(.wrongApp)) { $0.notification.data?.bundleID = "com.other" },
        Case(.app, "none", .failed(.missingMember)) { $0.notification.data?.bundleID = nil },
        Case(.app, "ours in production, by its number too", .passed) { $0.move(to: .production, appAppleID: 7) },
        Case(.app, "another number in production", .failed(.wrongApp)) { $0.move(to: .production, appAppleID: 8) },
        Case(.app, "no number in production", .failed(.wrongApp)) { $0.move(to: .production, appAppleID: nil) },
        Case(.app, "another number in the sandbox, which means nothing", .passed) {
            $0.move(to: .sandbox, appAppleID: 8)
        },
        Case(.app, of: transaction, "production names no number in transactions", .passed) {
            $0.move(to: .production, appAppleID: 7)
        },
        Case(.app, of: transaction, "another", .failed(.wrongApp)) { $0.transaction?.bundleID = "com.other" },
        Case(.app, of: renewal, "renewal information names none", .notApplicable),
        Case(.environment, "accepted", .passed),
        Case(.environment, "not accepted", .failed(.wrongEnvironment)) { $0.move(to: .xcode, appAppleID: nil) },
        Case(.environment, "the token of an external purchase names none", .notApplicable) {
            $0.notification.data = nil
            $0.notification.json["externalPurchaseToken"] = ["bundleId": .string(SampleNotification.bundleID)]
        },
        Case(.environment, "a token whose identifier says sandbox", .passed) {
            $0.notification.data = nil
            $0.notification.json["externalPurchaseToken"] = [
                "externalPurchaseId": "SANDBOX_1", "bundleId": .string(SampleNotification.bundleID),
            ]
        },
        Case(.app, "a token of production, of another number", .failed(.wrongApp)) {
            $0.notification.data = nil
            $0.notification.json["externalPurchaseToken"] = [
                "externalPurchaseId": "1", "bundleId": .string(SampleNotification.bundleID), "appAppleId": 8,
            ]
        },
        Case(.members, "seats that were taken from members", .passed) {
            $0.notification.json["unclaimInfo"] = $0.notification.json["data"]
            $0.notification.data = nil
        },
        Case(.members, "a body that is newer than this library", .passed) {
            $0.notification.json["news"] = $0.notification.json["data"]
            $0.notification.data = nil
        },
        Case(.app, "such a body about another app", .failed(.wrongApp)) {
            $0.notification.json["news"] = ["bundleId": "com.other"]
            $0.notification.data = nil
        },
        Case(.sameApp, of: transaction, "that of the whole", .passed),
        Case(.sameApp, of: transaction, "another one of ours", .failed(.wrongApp)) {
            $0.transaction?.bundleID = "com.example.second"
        },
        Case(.sameApp, of: renewal, "renewal information names none", .notApplicable),
        Case(.sameStore, of: transaction, "that of the whole", .passed),
        Case(.sameStore, of: transaction, "another one that is accepted", .failed(.wrongEnvironment)) {
            $0.transaction?.environment = .production
        },
        Case(.sameStore, of: renewal, "another one that is accepted", .failed(.wrongEnvironment)) {
            $0.renewalInfo?.environment = .production
        },
        Case(.bound, of: renewal, "the same subscription", .passed),
        Case(.bound, of: renewal, "another subscription", .failed(.unboundRenewalInfo)) {
            $0.renewalInfo?.originalTransactionID = "99"
        },
        Case(.bound, of: renewal, "no subscription", .failed(.unboundRenewalInfo)) {
            $0.renewalInfo?.originalTransactionID = nil
            $0.transaction?.originalTransactionID = nil
        },
        Case(.bound, of: renewal, "no transaction beside it", .failed(.unboundRenewalInfo)) { $0.transaction = nil },
    ]

    private static func verifier() throws -> SignedDataVerifier {
        SignedDataVerifier(
            policy: try TestAuthority.policy,
            apps: [
                AppIdentity(bundleID: SampleNotification.bundleID, appAppleID: 7),
                AppIdentity(bundleID: "com.example.second"),
            ],
            now: { TestAuthority.signingDate }
        )
    }

    @Test("have an outcome each, and the first failure is thrown", arguments: cases)
    func table(_ testCase: Case) throws {
        var sample = SampleNotification()
        testCase.change(&sample)
        let signed = try sample.signed(by: testCase.authority)
        let verifier = try Self.verifier()
        let whole = verifier.examine(signed)
        let examined = testCase.member.map { name in whole.parts.first { $0.member == name } } ?? whole
        let outcome = examined?.outcome(of: testCase.rule)
        switch testCase.outcome {
        case .passed: #expect(outcome == .passed)
        case .failed(let code): #expect(outcome?.failure?.code == code)
        case .notApplicable:
            guard case .notApplicable? = outcome else {
                Issue.record("\(String(describing: outcome))")
                return
            }
        }
        if case .failed = testCase.outcome {
            let error = #expect(throws: TrustError.self) { try verifier.verify(signedPayload: signed) }
            #expect(error == whole.failures.first?.failure)
            #expect(!whole.isValid)
        } else {
            #expect(throws: Never.self) { try verifier.verify(signedPayload: signed) }
            #expect(whole.failures == [])
        }
    }

    @Test("are those of a genuine notification, in this order")
    func order() throws {
        let whole = try Self.verifier().examine(SampleNotification().signed())
        #expect(whole.checks.map(\.rule) == [.signature, .members, .kind, .date, .app, .environment])
        #expect(whole.parts.map(\.member) == [Self.transaction, Self.renewal])
        #expect(
            whole.parts.map { $0.checks.map(\.rule) } == [
                [.signature, .kind, .date, .app, .environment, .sameApp, .sameStore],
                [.signature, .kind, .date, .app, .environment, .sameApp, .sameStore, .bound],
            ]
        )
    }

    @Test("ask for no app if told so, and still for one app throughout")
    func anyApp() throws {
        let verifier = try Self.verifier().acceptingAnyApp()
        var sample = SampleNotification()
        sample.notification.data?.bundleID = "com.other"
        sample.transaction?.bundleID = "com.other"
        #expect(try verifier.verify(signedPayload: sample.signed()).transaction?.bundleID == "com.other")
        sample.transaction?.bundleID = "com.example.app"
        #expect(throws: TrustError(.wrongApp, "")) { try verifier.verify(signedPayload: sample.signed()) }
    }

    @Test("let clocks differ as much as they are told", arguments: [(0.0, true), (1, false)])
    func skew(seconds: TimeInterval, isAccepted: Bool) throws {
        let verifier = SignedDataVerifier(
            policy: try TestAuthority.policy,
            apps: [AppIdentity(bundleID: SampleNotification.bundleID)],
            maximumClockSkew: 0,
            now: { TestAuthority.signingDate }
        )
        var sample = SampleNotification()
        sample.notification.signedDate = TestAuthority.signingDate + seconds
        #expect(verifier.examine(try sample.signed()).isValid == isAccepted)
    }
}
