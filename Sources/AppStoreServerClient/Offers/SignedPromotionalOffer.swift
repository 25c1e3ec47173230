public import AppStoreModels
public import Foundation

/// What an app needs to buy with a promotional offer, version 1: `SKPaymentDiscount`, and
/// `promotionalOffer(offerID:keyID:nonce:signature:timestamp:)`.
///
/// It is good for 24 hours and for one purchase, even if that fails.
public struct SignedPromotionalOffer: Sendable, Hashable {
    /// The offer.
    public let offerID: String
    /// The key that signed.
    public let keyID: String
    /// New for each signature.
    public let nonce: UUID
    /// When it was signed, in milliseconds since 1970.
    public let timestamp: Int64
    /// ECDSA with SHA-256 in DER.
    public let signature: Data

    /// What is sent to the app: `offerIdentifier`, `keyIdentifier`, `nonce`, `timestamp` as a number, and `signature` in
    /// base64.
    public var json: JSONObject {
        [
            "offerIdentifier": .string(offerID), "keyIdentifier": .string(keyID), "nonce": .string(nonce.wireText),
            "timestamp": .number(JSONNumber(timestamp)), "signature": .string(signature.base64EncodedString()),
        ]
    }

    /// What is signed: the parts in Apple's order with U+2063 between them, the separator staying where a part is empty.
    static func text(_ parts: [String]) -> String { parts.joined(separator: "\u{2063}") }
}
