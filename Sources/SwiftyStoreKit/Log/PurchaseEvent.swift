import Foundation

/// Something that the library did or saw, for the app's log.
///
/// Its description holds product identifiers, error domains and numbers, and the end of transaction identifiers. It never
/// holds receipts, names of customers, secrets, or the text of errors that others made.
public struct PurchaseEvent: Sendable, CustomStringConvertible {
    /// What happened.
    public let kind: Kind
    /// The product it is about.
    public let productID: String?
    /// The last four characters of the transaction's identifier.
    public let transactionSuffix: String?
    /// The domain and the number of the error.
    public let error: String?

    init(_ kind: Kind, productID: String?, transactionID: String?, error: (any Error)?) {
        self.kind = kind
        self.productID = productID
        transactionSuffix = transactionID.map { String($0.suffix(4)) }
        self.error = error.map { error in
            let foundation = error as NSError
            return "\(foundation.domain) \(foundation.code)"
        }
    }

    /// One line.
    public var description: String {
        [
            kind.rawValue, productID, transactionSuffix.map { "…" + $0 }, error.map { "(\($0))" },
        ]
        .compactMap { $0 }.joined(separator: " ")
    }

    /// What can happen.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name in logs.
        public let rawValue: String

        /// A kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The customer is asked to pay.
        public static let purchaseStarted = Self(rawValue: "purchase started")
        /// The customer has paid.
        public static let purchased = Self(rawValue: "purchased")
        /// The store gave a purchase back.
        public static let restored = Self(rawValue: "restored")
        /// The purchase waits for approval.
        public static let deferred = Self(rawValue: "purchase deferred")
        /// The purchase failed, or the customer cancelled it.
        public static let failed = Self(rawValue: "purchase failed")
        /// The app has delivered a purchase.
        public static let delivered = Self(rawValue: "delivered")
        /// The app could not deliver a purchase; it is tried again.
        public static let deliveryFailed = Self(rawValue: "delivery failed")
        /// The library has told the store that a purchase is delivered.
        public static let finished = Self(rawValue: "finished")
        /// A restore is asked for.
        public static let restoreStarted = Self(rawValue: "restore started")
        /// The restore has ended.
        public static let restoreEnded = Self(rawValue: "restore ended")
        /// The signature of a transaction does not hold; it is neither delivered nor finished.
        public static let unverified = Self(rawValue: "unverified")
        /// The store took a product away.
        public static let revoked = Self(rawValue: "revoked")
        /// The customer's storefront is another one.
        public static let storefrontChanged = Self(rawValue: "storefront changed")
        /// What is owned was read from a valid receipt.
        public static let reconciled = Self(rawValue: "reconciled with the receipt")
        /// There was no valid receipt; what was remembered counts.
        public static let fallbackUsed = Self(rawValue: "receipt not usable, fallback used")
        /// Something could not be kept.
        public static let storageFailed = Self(rawValue: "storage failed")
    }
}
