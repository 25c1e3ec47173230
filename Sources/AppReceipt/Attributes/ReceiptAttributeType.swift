/// The number of an attribute in a receipt or in one of its purchase records.
///
/// Apple documents a few of them; the others were found by comparing genuine receipts with Apple's own answers for
/// them. See <doc:AttributeEvidence> for the evidence of each.
public struct ReceiptAttributeType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number in the receipt; unknown ones are kept.
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public var description: String { String(rawValue) }
}

/// Attributes of the app receipt.
extension ReceiptAttributeType {
    /// What kind of store made the receipt.
    public static let environment = Self(rawValue: 0)
    /// The app's number in the App Store.
    public static let appItemID = Self(rawValue: 1)
    /// The app's bundle identifier.
    public static let bundleID = Self(rawValue: 2)
    /// The app's version.
    public static let appVersion = Self(rawValue: 3)
    /// Random bytes that take part in the device hash.
    public static let opaqueValue = Self(rawValue: 4)
    /// The device hash.
    public static let deviceHash = Self(rawValue: 5)
    /// Encrypted bytes of unknown meaning.
    public static let encryptedData6 = Self(rawValue: 6)
    /// Encrypted bytes of unknown meaning.
    public static let encryptedData7 = Self(rawValue: 7)
    /// When this copy of the app was downloaded or updated.
    public static let downloadDate = Self(rawValue: 8)
    /// The version of the server that made the receipt.
    public static let fulfillmentToolVersion = Self(rawValue: 9)
    /// The age rating.
    public static let ageRating = Self(rawValue: 10)
    /// The developer's number.
    public static let developerID = Self(rawValue: 11)
    /// When the receipt was made.
    public static let creationDate = Self(rawValue: 12)
    /// The version of the system or store app on the device.
    public static let clientVersion = Self(rawValue: 13)
    /// The model of the device.
    public static let deviceModel = Self(rawValue: 14)
    /// The number of the download.
    public static let downloadID = Self(rawValue: 15)
    /// The App Store's number of the app version.
    public static let versionExternalID = Self(rawValue: 16)
    /// One purchase record; occurs as often as needed.
    public static let inAppPurchase = Self(rawValue: 17)
    /// When the account first got the app.
    public static let originalPurchaseDate = Self(rawValue: 18)
    /// The version the account first got.
    public static let originalAppVersion = Self(rawValue: 19)
    /// Always empty.
    public static let reserved20 = Self(rawValue: 20)
    /// When the receipt expires.
    public static let expirationDate = Self(rawValue: 21)
    /// A date in receipts of volume purchases.
    public static let volumePurchaseDate = Self(rawValue: 22)
    /// The organisation of a volume purchase.
    public static let organizationName = Self(rawValue: 23)
    /// The kind of platform.
    public static let platform = Self(rawValue: 25)
    /// When the app was pre-ordered.
    public static let preorderDate = Self(rawValue: 32)
}

/// Attributes of a purchase record.
extension ReceiptAttributeType {
    /// How many were bought.
    public static let quantity = Self(rawValue: 1701)
    /// The product.
    public static let productID = Self(rawValue: 1702)
    /// The transaction.
    public static let transactionID = Self(rawValue: 1703)
    /// When it was bought, or the period began.
    public static let purchaseDate = Self(rawValue: 1704)
    /// The first transaction of the chain.
    public static let originalTransactionID = Self(rawValue: 1705)
    /// When the chain began.
    public static let originalTransactionDate = Self(rawValue: 1706)
    /// The kind of the product.
    public static let productKind = Self(rawValue: 1707)
    /// When the paid period ends.
    public static let subscriptionExpiresDate = Self(rawValue: 1708)
    /// Always empty.
    public static let reserved1709 = Self(rawValue: 1709)
    /// The App Store's number of the product.
    public static let productItemID = Self(rawValue: 1710)
    /// The subscription period.
    public static let webOrderLineItemID = Self(rawValue: 1711)
    /// When it was refunded.
    public static let cancellationDate = Self(rawValue: 1712)
    /// Whether the period is a free trial.
    public static let isTrialPeriod = Self(rawValue: 1713)
    /// Always empty.
    public static let reserved1714 = Self(rawValue: 1714)
    /// Always empty.
    public static let reserved1715 = Self(rawValue: 1715)
    /// Always empty.
    public static let reserved1716 = Self(rawValue: 1716)
    /// Always empty.
    public static let reserved1717 = Self(rawValue: 1717)
    /// Always empty.
    public static let reserved1718 = Self(rawValue: 1718)
    /// Whether the period has an introductory price.
    public static let isInIntroOfferPeriod = Self(rawValue: 1719)
    /// Why it was refunded.
    public static let cancellationReason = Self(rawValue: 1720)
    /// The promotional offer that was used.
    public static let promotionalOfferID = Self(rawValue: 1721)
    /// 0 in all receipts that are known; perhaps how the person came to own it.
    public static let ownership = Self(rawValue: 1722)
}
