public import Foundation

/// The kinds of offers.
public enum ConformanceOfferKind: String, Sendable, Hashable {
    /// For who comes for the first time.
    case introductory
    /// One that the developer signs.
    case promotional
    /// Behind a code.
    case code
    /// For who comes back.
    case winBack
}

/// An offer that a period was bought with.
public struct OfferUsed: Sendable, Hashable {
    /// The kind.
    public var kind: ConformanceOfferKind
    /// The name; nil for an introductory offer.
    public var id: String?

    /// An offer.
    public init(_ kind: ConformanceOfferKind, id: String? = nil) { (self.kind, self.id) = (kind, id) }
}

/// What an app is told of an offer.
public struct OfferAnswer: Sendable, Hashable {
    /// The kind.
    public var kind: ConformanceOfferKind
    /// The name; nil for an introductory offer.
    public var id: String?
    /// Whether the customer may have it; nil if that is not known.
    public var isEligible: Bool?
    /// Why.
    public var reason: String

    /// An answer.
    public init(_ kind: ConformanceOfferKind, id: String? = nil, isEligible: Bool?, reason: String) {
        (self.kind, self.id, self.isEligible, self.reason) = (kind, id, isEligible, reason)
    }
}

/// An offer with the developer's signature.
public struct SignedOffer: Sendable, Hashable {
    /// The offer.
    public var id: String
    /// The key.
    public var keyID: String
    /// What makes the signature good for one purchase.
    public var nonce: UUID
    /// When it was signed, in milliseconds since 1970.
    public var timestamp: Int
    /// The signature, DER.
    public var signature: Data

    /// A signed offer.
    public init(id: String, keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
        (self.id, self.keyID, self.nonce) = (id, keyID, nonce)
        (self.timestamp, self.signature) = (timestamp, signature)
    }
}

/// How the sheet for refunds ended.
public enum RefundSheetAnswer: Sendable, Hashable {
    /// The customer asked.
    case asked
    /// The customer closed it.
    case cancelled
    /// It could not be asked for.
    case failed
}
