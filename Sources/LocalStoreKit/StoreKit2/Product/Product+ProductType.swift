extension Product {
    /// The kind of product.
    public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
        /// Apple's words, for example `Non-Consumable`.
        public let rawValue: String

        /// A kind; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Bought and used up.
        public static let consumable = ProductType(rawValue: "Consumable")
        /// Bought once for ever.
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        /// Bought for a time that only the app knows.
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
        /// Renewed by the store until the customer ends it.
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")

        /// The kind in words.
        public var localizedDescription: String { rawValue }
    }
}
