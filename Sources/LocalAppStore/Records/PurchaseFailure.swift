/// How a purchase fails when it is told to; the cases are those of `SKError`.
public struct PurchaseFailure: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// A stable name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// No reason is given.
    public static let unknown = Self(rawValue: "unknown")
    /// The person tapped Cancel.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The payment has something the store does not accept.
    public static let paymentInvalid = Self(rawValue: "paymentInvalid")
    /// This person may not pay.
    public static let paymentNotAllowed = Self(rawValue: "paymentNotAllowed")
    /// The product is not sold here.
    public static let productNotAvailable = Self(rawValue: "productNotAvailable")
    /// The store cannot be reached.
    public static let networkConnectionFailed = Self(rawValue: "networkConnectionFailed")
    /// The offer does not exist.
    public static let invalidOfferIdentifier = Self(rawValue: "invalidOfferIdentifier")
    /// The offer's signature is wrong.
    public static let invalidSignature = Self(rawValue: "invalidSignature")
    /// The offer lacks a parameter.
    public static let missingOfferParameters = Self(rawValue: "missingOfferParameters")
    /// The offer's price no longer holds.
    public static let invalidOfferPrice = Self(rawValue: "invalidOfferPrice")

    /// This person may not have the offer.
    public static let ineligibleForOffer = Self(rawValue: "ineligibleForOffer")

    public var description: String { rawValue }
}
