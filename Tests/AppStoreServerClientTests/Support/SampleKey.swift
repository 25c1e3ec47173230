import AppStoreModels
import AppStoreServerClient
import Crypto
import Foundation

/// A key as App Store Connect issues it, made once a process.
enum SampleKey {
    private static let privateKey = P256.Signing.PrivateKey()
    static let keyID = "2X9R4HXF34"
    static let issuerID = "57246542-96fe-1a63-e053-0824d011072a"
    static var pem: String { privateKey.pemRepresentation }

    static func key() throws -> InAppPurchaseKey {
        try InAppPurchaseKey(pem: pem, keyID: keyID, issuerID: issuerID)
    }

    /// Whether a signature in DER is the key's.
    static func signed(der: Data, _ text: String) throws -> Bool {
        let signature = try P256.Signing.ECDSASignature(derRepresentation: der)
        return privateKey.publicKey.isValidSignature(signature, for: Data(text.utf8))
    }

    /// Header and claims of a compact JWS; nil if the signature is not the key's.
    static func opened(_ jws: String) throws -> (header: JSONObject, claims: JSONObject)? {
        let parts = jws.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let octets = Base64.urlSafe(decoding: parts[2]), octets.count == 64 else { return nil }
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: octets)
        guard privateKey.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)),
            let header = try Base64.urlSafe(decoding: parts[0]).flatMap({ try JSONValue(parsing: $0) })?.object,
            let claims = try Base64.urlSafe(decoding: parts[1]).flatMap({ try JSONValue(parsing: $0) })?.object
        else { return nil }
        return (header, claims)
    }
}
