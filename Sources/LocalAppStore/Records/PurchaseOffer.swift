public import Foundation

/// The offer that a customer wants to use with a purchase. Introductory offers are used without asking.
public enum PurchaseOffer: Sendable, Hashable, Codable {
    /// A promotional offer that the developer's server signed with the configuration's key.
    case promotional(identifier: String, signature: PromotionalOfferSignature)
    /// A promotional offer that the developer's server signed as a compact JWS (`promotional-offer`).
    case promotionalJWS(identifier: String, compactJWS: String)
    /// A promotional offer that needs no signature, as in `SKTestSession.buyProduct(identifier:options:)`.
    case unsignedPromotional(identifier: String)
    /// An offer code by the reference name of its offer, without a code, as in `SKTestSession`.
    case code(referenceName: String)
    /// An offer for former subscribers.
    case winBack(identifier: String)

    /// Which offer: its identifier, or for codes its reference name.
    public var identifier: String {
        switch self {
        case .promotional(let identifier, _), .promotionalJWS(let identifier, _), .unsignedPromotional(let identifier),
            .winBack(let identifier):
            identifier
        case .code(let referenceName): referenceName
        }
    }
}

/// What a developer's server sends the app to use a promotional offer: the members of `SKPaymentDiscount`.
public struct PromotionalOfferSignature: Sendable, Hashable, Codable {
    /// Which key signed.
    public var keyID: String
    /// Used for one purchase only.
    public var nonce: UUID
    /// When it was signed, in milliseconds since 1970; valid for 24 hours.
    public var timestamp: Int64
    /// ECDSA over P-256 and SHA-256, DER.
    public var signature: Data

    /// A signature.
    public init(keyID: String, nonce: UUID, timestamp: Int64, signature: Data) {
        self.keyID = keyID
        self.nonce = nonce
        self.timestamp = timestamp
        self.signature = signature
    }
}
