public import AppStoreModels

/// One thing about a purchase that the App Store says otherwise than the server knows it.
public struct ReconciliationDifference: Sendable, Hashable {
    /// What differs; more may be added.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name used in our interfaces.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The App Store has a transaction that the server was never told of.
        public static let missingTransaction = Self(rawValue: "missing-transaction")
        /// The server knows a transaction that the App Store does not name; it stays as it is.
        public static let unknownToAppStore = Self(rawValue: "unknown-to-app-store")
        /// When it was refunded or taken back.
        public static let revocationDate = Self(rawValue: "revocation-date")
        /// How much of the money was given back, in thousandths of a percent.
        public static let revocationPercentage = Self(rawValue: "revocation-percentage")
        /// When the period ends.
        public static let expiresDate = Self(rawValue: "expires-date")
        /// When it was bought.
        public static let purchaseDate = Self(rawValue: "purchase-date")
        /// What was bought.
        public static let productID = Self(rawValue: "product-id")
        /// How many were bought.
        public static let quantity = Self(rawValue: "quantity")
        /// Whether a higher level replaced it.
        public static let isUpgraded = Self(rawValue: "is-upgraded")
        /// Whether the person bought it or has it by Family Sharing.
        public static let inAppOwnershipType = Self(rawValue: "in-app-ownership-type")
        /// Whether the subscription renews.
        public static let autoRenewStatus = Self(rawValue: "auto-renew-status")
        /// What the next renewal buys.
        public static let autoRenewProductID = Self(rawValue: "auto-renew-product-id")
        /// Why it expired.
        public static let expirationIntent = Self(rawValue: "expiration-intent")
        /// Whether the App Store still tries to charge.
        public static let isInBillingRetryPeriod = Self(rawValue: "is-in-billing-retry-period")
        /// Until when access goes on although a renewal failed.
        public static let gracePeriodExpiresDate = Self(rawValue: "grace-period-expires-date")
        /// Whether the person agreed to a higher price.
        public static let priceIncreaseStatus = Self(rawValue: "price-increase-status")

        public var description: String { rawValue }
    }

    /// What differs.
    public let kind: Kind
    /// Which App Store.
    public let environment: AppStoreEnvironment
    /// The purchase: the first transaction of its chain.
    public let originalTransactionID: String
    /// The transaction; nil where the next renewal differs.
    public let transactionID: String?
    /// What the server knew, a date as RFC 3339; nil for nothing.
    public let known: String?
    /// What the App Store says; nil for nothing.
    public let stated: String?
    /// Whether the server knows it as the App Store says it from now on.
    public internal(set) var isMended: Bool
}
