public import AppStoreModels
public import AppStoreTrust
public import Foundation

/// Decides offline whether a receipt is genuine and meant for this app and this device.
///
/// ```swift
/// let validator = AppReceiptValidator(bundleID: "com.example.app")
/// let receipt = try validator.validated(data)
/// ```
///
/// A validator always checks ``signature``, signature and chain, and then a list of ``rules``. The standard list checks app
/// and environment; version, device and expiration are added by giving their values. Receipts of Xcode or of the local store are accepted only if
/// the policy names their anchor *and* `environments` holds theirs: nothing a receipt says about itself changes
/// whom a validator trusts.
///
/// Keep a validator for long: it remembers good certificate chains.
public struct AppReceiptValidator: Sendable {
    /// Who may sign. No validator is without it; ``checksIgnoringSignature(of:)`` explains what nobody may have signed.
    public var signature: SignatureRule
    /// What is checked after the signature, in this order.
    public var rules: [any ReceiptRule]
    /// A longer input is refused, in bytes.
    public var maximumLength = AppReceipt.maximumLength

    /// A validator with exactly these rules.
    ///
    /// - Parameters:
    ///   - policy: Who may sign.
    ///   - rules: What else is checked.
    public init(policy: TrustPolicy = .appStore, rules: [any ReceiptRule]) {
        signature = SignatureRule(policy: policy)
        self.rules = rules
    }

    /// A validator with the standard rules.
    ///
    /// - Parameters:
    ///   - policy: Who may sign.
    ///   - bundleID: The app; give a literal.
    ///   - appVersion: The version the receipt must be for; nil to accept all, which is right for most apps.
    ///   - deviceIdentifiers: The device, or candidates for it; nil on servers.
    ///   - environments: The kinds of store that are accepted. App Review buys in the sandbox with production builds.
    ///   - now: Turns on the rules about expiration and future dates, for this one moment.
    ///   - clock: The same for a validator that lives on: it is asked at each check, and counts instead of `now`.
    public init(
        policy: TrustPolicy = .appStore,
        bundleID: String,
        appVersion: String? = nil,
        deviceIdentifiers: [DeviceIdentifier]? = nil,
        environments: Set<ReceiptEnvironment> = [.production, .sandbox, .volumePurchase, .volumePurchaseSandbox],
        now: Date? = nil,
        clock: (@Sendable () -> Date)? = nil
    ) {
        self.init(policy: policy, rules: [BundleIDRule(bundleID)])
        if let appVersion { rules.append(AppVersionRule(appVersion)) }
        if let deviceIdentifiers { rules.append(DeviceHashRule(deviceIdentifiers)) }
        rules.append(EnvironmentRule(environments))
        if let clock {
            rules += [ExpirationRule(clock: clock), CreationDateRule(clock: clock)]
        } else if let now {
            rules += [ExpirationRule(now: now), CreationDateRule(now: now)]
        }
    }

    /// The same validator with one more rule; it replaces one with the same name.
    public func adding(_ rule: any ReceiptRule) -> AppReceiptValidator {
        var validator = removing(rule.id)
        validator.rules.append(rule)
        return validator
    }

    /// The same validator without a rule; the signature stays.
    public func removing(_ id: ReceiptRuleID) -> AppReceiptValidator {
        var validator = self
        validator.rules.removeAll { $0.id == id }
        return validator
    }

    /// Checks all rules.
    ///
    /// - Parameter wireForm: The receipt in any form ``AppReceipt/init(wireForm:maximumLength:)`` reads.
    /// - Returns: The receipt and what became of each rule. It never throws: a receipt that cannot be read is a failure too.
    public func validate(_ wireForm: some DataProtocol) -> ReceiptValidation {
        do {
            return validate(try AppReceipt.message(wireForm: wireForm, maximumLength: maximumLength))
        } catch {
            return ReceiptValidation(
                unreadable: error,
                checks: notApplicable([.signature] + rules.map(\.id), "there is no signed receipt")
            )
        }
    }

    /// Checks all rules on a receipt that has been read already.
    public func validate(_ receipt: AppReceipt) -> ReceiptValidation {
        let signature = ReceiptValidation.Check(.signature, failure: signature.failure(in: receipt))
        return ReceiptValidation(of: receipt, checks: [signature] + checksIgnoringSignature(of: receipt))
    }

    /// What becomes of every rule but that of the signature.
    ///
    /// - Warning: Anyone can write a receipt that fulfils them. It is for explaining a receipt, never for believing one.
    public func checksIgnoringSignature(of receipt: AppReceipt) -> [ReceiptValidation.Check] {
        rules.map { ReceiptValidation.Check($0.id, failure: $0.failure(in: receipt)) }
    }

    /// Returns the receipt if it fulfils all rules.
    ///
    /// - Parameter wireForm: The receipt in any form ``AppReceipt/init(wireForm:maximumLength:)`` reads.
    /// - Throws: The first failure, a ``AppReceiptError``.
    public func validated(_ wireForm: some DataProtocol) throws(AppReceiptError) -> Verified<AppReceipt> {
        try validate(wireForm).validated()
    }

    private func validate(_ message: CMSMessage) -> ReceiptValidation {
        do {
            return validate(try AppReceipt(message: message))
        } catch {
            // A payload that cannot be read is less telling than a signature that shows it was tampered with.
            let signature = ReceiptValidation.Check(.signature, failure: signature.failure(in: message))
            return ReceiptValidation(
                unreadable: error,
                checks: [signature] + notApplicable(rules.map(\.id), "the receipt cannot be read")
            )
        }
    }

    private func notApplicable(_ rules: [ReceiptRuleID], _ reason: String) -> [ReceiptValidation.Check] {
        rules.map { ReceiptValidation.Check($0, .notApplicable(reason)) }
    }
}

extension ReceiptValidation {
    /// The receipt, or the first failure.
    func validated() throws(AppReceiptError) -> Verified<AppReceipt> {
        if let failure = failures.first { throw failure }
        guard let validReceipt else { throw AppReceiptError(.notAReceipt, "there is no receipt") }
        return validReceipt
    }
}
