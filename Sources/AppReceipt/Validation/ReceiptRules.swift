public import Foundation

/// The receipt is one of this app.
public struct BundleIDRule: ReceiptRule {
    public let id = ReceiptRuleID.bundleID
    /// The app's bundle identifier; give a literal, not what `Info.plist` says.
    public let bundleID: String

    /// A rule for this app.
    public init(_ bundleID: String) { self.bundleID = bundleID }

    public func failure(in receipt: AppReceipt) -> AppReceiptError? {
        receipt.bundleID == bundleID
            ? nil
            : AppReceiptError(.bundleID, "the receipt is for another app", expected: bundleID, found: receipt.bundleID)
    }
}

/// The receipt is one of this version of the app.
///
/// An app that was just updated may start before its receipt is renewed, so most apps do without this rule.
public struct AppVersionRule: ReceiptRule {
    public let id = ReceiptRuleID.appVersion
    /// `CFBundleVersion`, on macOS and Mac Catalyst `CFBundleShortVersionString`.
    public let appVersion: String

    /// A rule for this version.
    public init(_ appVersion: String) { self.appVersion = appVersion }

    public func failure(in receipt: AppReceipt) -> AppReceiptError? {
        receipt.appVersion == appVersion
            ? nil
            : AppReceiptError(
                .appVersion,
                "the receipt is for another version of the app",
                expected: appVersion,
                found: receipt.appVersion
            )
    }
}

/// The receipt comes from one of these kinds of store.
public struct EnvironmentRule: ReceiptRule {
    public let id = ReceiptRuleID.environment
    /// What is accepted.
    public let accepted: Set<ReceiptEnvironment>

    /// A rule that accepts these.
    public init(_ accepted: Set<ReceiptEnvironment>) { self.accepted = accepted }

    public func failure(in receipt: AppReceipt) -> AppReceiptError? {
        if let environment = receipt.environment, accepted.contains(environment) { return nil }
        return AppReceiptError(
            .environment,
            "the receipt comes from a kind of store that is not accepted",
            expected: accepted.map(\.rawValue).sorted().joined(separator: " or "),
            found: receipt.environment?.rawValue ?? "none"
        )
    }
}

/// The receipt has not expired. Only receipts of volume purchases do; Xcode's end in the year 4001.
public struct ExpirationRule: ReceiptRule {
    public let id = ReceiptRuleID.expiration
    private let clock: @Sendable () -> Date

    /// A rule for this moment.
    public init(now: Date) { clock = { now } }

    /// A rule that asks a clock at each check.
    public init(clock: @escaping @Sendable () -> Date) { self.clock = clock }

    public func failure(in receipt: AppReceipt) -> AppReceiptError? {
        let now = clock()
        guard let date = receipt.expirationDate, date <= now else { return nil }
        return AppReceiptError(
            .expired,
            "the receipt has expired",
            expected: "later than \(now.formattedAsRFC3339)",
            found: date.formattedAsRFC3339
        )
    }
}

/// The receipt was not made later than now. It limits what a stolen, expired signing key could be used for.
public struct CreationDateRule: ReceiptRule {
    public let id = ReceiptRuleID.creationDate
    /// By how many seconds the clocks may differ.
    public let skew: TimeInterval
    private let clock: @Sendable () -> Date

    /// A rule for this moment; clocks may differ by `skew` seconds.
    public init(now: Date, skew: TimeInterval = 86_400) { self.init(skew: skew) { now } }

    /// A rule that asks a clock at each check; clocks may differ by `skew` seconds.
    public init(skew: TimeInterval = 86_400, clock: @escaping @Sendable () -> Date) {
        (self.skew, self.clock) = (skew, clock)
    }

    public func failure(in receipt: AppReceipt) -> AppReceiptError? {
        let latest = clock().addingTimeInterval(skew)
        guard receipt.creationDate > latest else { return nil }
        return AppReceiptError(
            .creationDate,
            "the receipt says it was made in the future",
            expected: "at most \(latest.formattedAsRFC3339)",
            found: receipt.creationDate.formattedAsRFC3339
        )
    }
}
