public import Foundation

// Who has no account yet.

extension CustomerID {
    /// What the identifiers of people without an account begin with.
    ///
    /// The server makes such identifiers (`POST /v1/customers`), and an app may make one by itself: the prefix and anything
    /// that nobody can guess, a UUID for example. Whoever has one logs in later, and everything is the account's then.
    public static let anonymousPrefix = "anonymous:"

    /// The prefixes that mean the same: ours, and that of apps which come from RevenueCat.
    private static let anonymousPrefixes = [anonymousPrefix, "$RCAnonymousID:"]

    /// Somebody without an account.
    ///
    /// - Parameter token: Nobody may guess it. An app gives it to the App Store as its `appAccountToken`.
    public init(anonymous token: UUID) { self.init(trusted: Self.anonymousPrefix + token.uuidString.lowercased()) }

    /// Whether the identifier belongs to nobody's account.
    public var isAnonymous: Bool { Self.anonymousPrefixes.contains { value.count > $0.count && value.hasPrefix($0) } }
}
