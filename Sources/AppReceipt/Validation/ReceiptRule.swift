import Foundation

/// One thing a receipt must fulfil besides being signed. Rules are values: a validator's list can be read, extended and
/// shortened. ``SignatureRule`` is none of them, because nothing may take it away.
///
/// ```swift
/// struct NoTrials: ReceiptRule {
///     let id: ReceiptRuleID = "no-trials"
///     func failure(in receipt: AppReceipt) -> AppReceiptError? {
///         guard receipt.inAppPurchases.contains(where: { $0.isTrialPeriod == true }) else { return nil }
///         return AppReceiptError(AppReceiptError.Code(rawValue: "trial"), "There is a trial in the receipt.")
///     }
/// }
/// ```
public protocol ReceiptRule: Sendable {
    /// What the rule is called in lists.
    var id: ReceiptRuleID { get }

    /// Why the receipt breaks the rule, nil if it does not.
    func failure(in receipt: AppReceipt) -> AppReceiptError?
}

/// The name of a rule.
public struct ReceiptRuleID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// A short stable name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    /// The signature, its chain, and the date of both.
    public static let signature: Self = "signature"
    /// That no authority has withdrawn a certificate; only if one is asked.
    public static let revocation: Self = "revocation"
    /// The app.
    public static let bundleID: Self = "bundle-id"
    /// The app's version.
    public static let appVersion: Self = "app-version"
    /// The device.
    public static let deviceHash: Self = "device-hash"
    /// The end of the receipt's own validity.
    public static let expiration: Self = "expiration"
    /// The kind of store.
    public static let environment: Self = "environment"
    /// That the receipt was not made later than now.
    public static let creationDate: Self = "creation-date"

    public var description: String { rawValue }
}
