import Crypto
import Foundation
import StoreConfiguration

/// The configuration's key that promotional offers must be signed with (Xcode: Editor, Subscription Offers Key).
struct OffersVerificationKey: Sendable {
    let id: String
    let publicKey: P256.Signing.PublicKey

    /// The public half; nil if the configuration has no key that can be used.
    init?(_ pair: OffersKeyPair?) {
        guard let pair, let id = pair.id, let text = pair.privateKey,
            let der = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            let key = try? P256.Signing.PrivateKey(derRepresentation: der)
        else { return nil }
        self.id = id
        publicKey = key.publicKey
    }
}

/// What a promotional offer's signature covers, part by part, in Apple's order.
struct SignedOfferParts {
    var bundleID: String
    var keyID: String
    var productID: String
    var offerID: String
    /// `appAccountToken` in small letters, or `applicationUsername` as the app gave it; empty for none.
    var customer: String
    var nonce: String
    var timestamp: String

    /// The parts with U+2063, the invisible separator, between them.
    var bytes: Data {
        Data([bundleID, keyID, productID, offerID, customer, nonce, timestamp].joined(separator: "\u{2063}").utf8)
    }

    /// The part that was signed otherwise, if changing one part as people often get it wrong makes the signature valid.
    func suspect(_ isValid: (SignedOfferParts) -> Bool) -> String? {
        let attempts: [(String, WritableKeyPath<SignedOfferParts, String>, [String])] = [
            (
                "the customer's name was signed in another case or left out; sign exactly what the app passes",
                \.customer, [customer.lowercased(), customer.uppercased(), ""]
            ),
            ("the nonce must be signed in small letters", \.nonce, [nonce.uppercased()]),
            (
                "the timestamp must be signed in milliseconds, the same that the app passes",
                \.timestamp, [String(timestamp.dropLast(3))]
            ),
        ]
        for (reason, part, values) in attempts {
            for value in values where value != self[keyPath: part] {
                var changed = self
                changed[keyPath: part] = value
                if isValid(changed) { return reason }
            }
        }
        return nil
    }
}
