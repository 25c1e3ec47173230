import AppStoreModels
import Crypto
import Foundation

/// Signs statements as compact JWS with ES256.
struct StatementSigner: Sendable {
    let key: StatementKey
    private let privateKey: P256.Signing.PrivateKey

    /// What `typ` says of such a token, so that nothing else that the key may sign one day is taken for one.
    static let type = "purser-statement+jwt"

    init(_ privateKey: P256.Signing.PrivateKey, createdDate: Date, retirementDate: Date? = nil) {
        self.privateKey = privateKey
        let encoded = privateKey.publicKey.x963Representation
        key = StatementKey(
            id: SHA256.hash(data: encoded).hexadecimal,
            publicKey: encoded,
            createdDate: createdDate,
            retirementDate: retirementDate
        )
    }

    func sign(_ payload: JSONObject) throws -> String {
        let header: JSONObject = [
            "alg": "ES256", "typ": .string(Self.type), "kid": .string(key.id), "jwk": .object(jwk),
        ]
        let signed =
            Base64.urlSafe(JSONValue.object(header).jsonData) + "." + Base64.urlSafe(JSONValue.object(payload).jsonData)
        let signature = try privateKey.signature(for: Data(signed.utf8))
        return signed + "." + Base64.urlSafe(signature.rawRepresentation)
    }

    /// The public key, so that an app needs no more than its fingerprint.
    private var jwk: JSONObject {
        let coordinates = privateKey.publicKey.rawRepresentation
        return [
            "kty": "EC", "crv": "P-256", "x": .string(Base64.urlSafe(coordinates.prefix(32))),
            "y": .string(Base64.urlSafe(coordinates.suffix(32))),
        ]
    }
}
