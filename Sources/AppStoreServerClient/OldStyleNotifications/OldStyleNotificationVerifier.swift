import AppReceipt
package import AppStoreModels
package import AppStoreTrust
import Foundation

/// Examines notifications of version 1. Nobody signs them: the shared secret inside speaks for the sender, or the receipt
/// inside, which is signed.
package struct OldStyleNotificationVerifier: Sendable {
    private let secrets: @Sendable (_ bundleID: String) -> [AppSharedSecret]
    private let acceptsApp: @Sendable (_ bundleID: String) -> Bool
    private let acceptsEnvironment: @Sendable (AppStoreEnvironment, _ bundleID: String) -> Bool
    private let receiptPolicy: TrustPolicy?

    /// - Parameters:
    ///   - receiptPolicy: Whose signature of receipts counts; nil does not look at the receipt.
    ///   - secrets: The shared secrets, one of which a notification about an app must show; none if none is known.
    ///   - acceptsApp: Whether an app is ours.
    ///   - acceptsEnvironment: Whether notifications about an app may come from an App Store.
    package init(
        receiptPolicy: TrustPolicy? = nil,
        secrets: @escaping @Sendable (_ bundleID: String) -> [AppSharedSecret],
        acceptsApp: @escaping @Sendable (_ bundleID: String) -> Bool,
        acceptsEnvironment: @escaping @Sendable (AppStoreEnvironment, _ bundleID: String) -> Bool
    ) {
        self.receiptPolicy = receiptPolicy
        self.secrets = secrets
        self.acceptsApp = acceptsApp
        self.acceptsEnvironment = acceptsEnvironment
    }

    /// Looks at every rule.
    ///
    /// - Parameter object: The body of the notification.
    package func examine(_ object: JSONObject) -> OldStyleNotificationExamination {
        var examination = OldStyleNotificationExamination(object)
        let receipt = receiptOutcome(examination.latestReceipt)
        let environment = examination.environment
        examination.checks = [
            .init(.password, passwordOutcome(object, of: examination.bundleID, besides: receipt)),
            check(.app, acceptsApp(examination.bundleID), "it is about another app"),
            check(
                .environment,
                acceptsEnvironment(environment, examination.bundleID),
                environment.rawValue.isEmpty
                    ? "it names no environment" : "\(environment.rawValue.prefix(40)) is not accepted"
            ),
            .init(.receipt, receipt),
        ]
        return examination
    }

    private func passwordOutcome(
        _ object: JSONObject,
        of bundleID: String,
        besides receipt: RuleOutcome<OldStyleNotificationFailure>
    ) -> RuleOutcome<OldStyleNotificationFailure> {
        let secrets = secrets(bundleID)
        let password = object[string: "password"] ?? ""
        if secrets.contains(where: { $0.matches(password) }) { return .passed }
        if !secrets.isEmpty { return failed(.password, "it is not the shared secret") }
        if case .notApplicable = receipt {
            return failed(.password, "neither a receipt nor a shared secret speaks for it")
        }
        return .notApplicable("no shared secret is known; the receipt speaks for it, or nothing does")
    }

    private func receiptOutcome(_ receipt: Data?) -> RuleOutcome<OldStyleNotificationFailure> {
        guard let receiptPolicy else { return .notApplicable("receipts are not looked at") }
        guard let receipt else { return .notApplicable("there is no receipt") }
        let failure = AppReceiptValidator(policy: receiptPolicy, rules: []).validate(receipt).failures.first
        return failure.map { failed(.receipt, "\($0.code.rawValue): \($0.reason)") } ?? .passed
    }

    private func check(
        _ rule: OldStyleNotificationRule,
        _ isKept: Bool,
        _ reason: String
    ) -> OldStyleNotificationExamination.Check {
        .init(rule, isKept ? .passed : failed(rule, reason))
    }

    private func failed(
        _ rule: OldStyleNotificationRule,
        _ reason: String
    ) -> RuleOutcome<OldStyleNotificationFailure> {
        .failed(OldStyleNotificationFailure(rule: rule, reason: reason))
    }
}
