import AppStoreModels
public import Foundation

/// A promotional offer, version 1, that the server signed: what `SKPaymentDiscount` takes, and
/// `promotionalOffer(offerID:keyID:nonce:signature:timestamp:)`.
///
/// It is good for 24 hours and one purchase, even if that fails.
public struct ServedOfferSignature: Sendable, Hashable {
    /// The offer.
    public let offerID: String
    /// The key that signed.
    public let keyID: String
    /// New for each signature.
    public let nonce: UUID
    /// When it was signed, in milliseconds since 1970.
    public let timestamp: Int64
    /// The signature; `SKPaymentDiscount` takes it in Base64.
    public let signature: Data

    init?(_ json: JSONObject) {
        guard let offerID = json[string: "offerIdentifier"], let keyID = json[string: "keyIdentifier"],
            let nonce = json[string: "nonce"].flatMap(UUID.init(uuidString:)),
            let timestamp = json[integer: "timestamp"],
            let signature = json[string: "signature"].flatMap({ Data(base64: $0) })
        else { return nil }
        self.offerID = offerID
        self.keyID = keyID
        self.nonce = nonce
        self.timestamp = timestamp
        self.signature = signature
    }
}
