import AppStoreModels
package import Crypto
import Foundation
import StoreConfiguration

/// A key that offers and requests of Advanced Commerce may be signed with: the configuration's (Xcode: Editor, Subscription
/// Offers Key), or the In-App Purchase key of the developer's server, which serves for all that a developer signs.
package struct OffersVerificationKey: Sendable {
    let id: String
    let publicKey: P256.Signing.PublicKey

    package init(id: String, publicKey: P256.Signing.PublicKey) {
        self.id = id
        self.publicKey = publicKey
    }

    /// The public half of the configuration's key; nil if the configuration has none that can be used.
    init?(_ pair: OffersKeyPair?) {
        guard let pair, let id = pair.id, let text = pair.privateKey,
            let der = Data(base64: text, [.standard, .wrapped]),
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

    /// The part that was signed otherwise: changing it, as people often get it wrong or to something else that the store
    /// knows of, makes the signature valid.
    func suspect(among guesses: SignedOfferGuesses, _ isValid: (SignedOfferParts) -> Bool) -> String? {
        let habits: [(String, WritableKeyPath<SignedOfferParts, String>, [String])] = [
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
        for (reason, part, values) in habits {
            for value in values where value != self[keyPath: part] && isValid(with(value, as: part)) { return reason }
        }
        for (name, part, values) in guesses.parts(instead: self) {
            for value in values where isValid(with(value, as: part)) {
                return Self.reason([(name, value, self[keyPath: part])])
            }
        }
        for (product, offer) in guesses.offersElsewhere
        where isValid(with(product, as: \.productID).with(offer, as: \.offerID)) {
            return Self.reason([("product", product, productID), ("offer", offer, offerID)])
        }
        return nil
    }

    /// What is left when nothing that the store knows of explains a signature.
    var elimination: String {
        "no app, product, offer or customer that the store knows of explains it, so another key signed it, or it signs a "
            + "customer that the app does not pass, a nonce or a timestamp of another signature; it must sign "
            + [bundleID, keyID, productID, offerID, customer, nonce, timestamp].map { "\"\($0)\"" }
            .joined(separator: ", ")
            + " with U+2063 between"
    }

    private func with(_ value: String, as part: WritableKeyPath<SignedOfferParts, String>) -> SignedOfferParts {
        var changed = self
        changed[keyPath: part] = value
        return changed
    }

    private static func reason(_ parts: [(name: String, signed: String, wanted: String)]) -> String {
        parts.map { part in
            let names = [part.signed, part.wanted].map { $0.isEmpty ? "none" : "\"\($0.prefix(128))\"" }
            return "\(part.name) \(names[0]) is signed instead of \(names[1])"
        }
        .joined(separator: ", ")
    }
}
