import AppStoreModels
import Crypto
import Foundation

/// A promotional offer as a developer's server signs it since StoreKit 2: compact JWS, ES256, a key identifier, no chain.
struct SignedOfferToken {
    let keyID: String
    let claims: JSONObject
    private let signedPart: Data
    private let signature: Data

    /// Reads a token without trusting it yet.
    init(_ compact: String) throws(OfferRefusal) {
        let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
        guard compact.utf8.count <= 16_384, parts.count == 3,
            let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64.urlSafe(decoding: parts[2]).map({ Data($0) }), signature.count == 64
        else { throw OfferRefusal(.invalidSignature, "the offer is no compact JWS with a signature of 64 bytes") }
        guard header[string: "alg"] == "ES256", let keyID = header[string: "kid"] else {
            throw OfferRefusal(
                .invalidSignature,
                "the header must have \"alg\" ES256 and the key's identifier as \"kid\""
            )
        }
        self.keyID = keyID
        self.claims = claims
        self.signature = signature
        signedPart = Data("\(parts[0]).\(parts[1])".utf8)
    }

    /// Refuses a token that claims something else than it should.
    func check(_ expected: [String: String]) throws(OfferRefusal) {
        for (claim, value) in expected.sorted(by: { $0.key < $1.key }) where claims[string: claim] != value {
            let seen = claims[string: claim].map { "\"\($0)\"" } ?? "missing"
            throw OfferRefusal(.invalidSignature, "claim \"\(claim)\" is \(seen), not \"\(value)\"")
        }
    }

    func isSigned(by key: P256.Signing.PublicKey) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: signedPart)
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64.urlSafe(decoding: part), case .object(let object)? = try? JSONValue(parsing: bytes)
        else { return nil }
        return object
    }
}
