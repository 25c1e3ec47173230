import AppStoreModels
import Crypto
import Foundation

/// An In-App Purchase key of App Store Connect: shows the App Store Server API who asks, and signs offers.
///
/// It prints as its identifier alone, in descriptions and in mirrors: the private key cannot slip into a log.
///
/// - Important: A key of the App Store Connect API is of another kind, and is answered with HTTP 401.
public struct InAppPurchaseKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key's identifier, ten letters and digits; part of the name of its file.
    public let keyID: String
    /// The team's issuer identifier, a UUID from the page of the keys.
    public let issuerID: String
    private let key: P256.Signing.PrivateKey

    /// A key from its file.
    ///
    /// - Parameters:
    ///   - pem: The content of the `.p8` file: PKCS#8 in PEM.
    ///   - keyID: The key's identifier.
    ///   - issuerID: The team's issuer identifier.
    /// - Throws: ``ServerAPIError``, code `invalid-key`; it holds nothing of the file.
    public init(pem: String, keyID: String, issuerID: String) throws(ServerAPIError) {
        guard Self.isName(keyID), Self.isName(issuerID) else {
            let reason = "key and issuer identifiers are letters, digits and hyphens; copy them from App Store Connect"
            throw ServerAPIError(.invalidKey, reason)
        }
        do {
            key = try P256.Signing.PrivateKey(pemRepresentation: pem)
        } catch {
            let reason = "this is no P-256 key in PEM; give the whole content of the .p8 file"
            throw ServerAPIError(.invalidKey, reason)
        }
        self.keyID = keyID
        self.issuerID = issuerID
    }

    /// The public half as PEM, with which anybody can check what the key signed.
    public var publicKeyPEM: String { key.publicKey.pemRepresentation }

    public var description: String { "In-App Purchase key \(keyID)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }
}

extension InAppPurchaseKey {
    /// Signs claims as a compact JWS, ES256, and checks the signature before it is handed out.
    func jws(_ claims: JSONObject) throws(ServerAPIError) -> String {
        let header: JSONValue = ["alg": "ES256", "kid": .string(keyID), "typ": "JWT"]
        let signed = "\(Base64.urlSafe(header.jsonData)).\(Base64.urlSafe(JSONValue.object(claims).jsonData))"
        return "\(signed).\(Base64.urlSafe(try signature(of: Data(signed.utf8)).rawRepresentation))"
    }

    /// Signs a text, ECDSA with SHA-256 in DER, and checks the signature before it is handed out.
    func derSignature(of text: String) throws(ServerAPIError) -> Data {
        try signature(of: Data(text.utf8)).derRepresentation
    }

    private func signature(of message: Data) throws(ServerAPIError) -> P256.Signing.ECDSASignature {
        guard let signature = try? key.signature(for: message), key.publicKey.isValidSignature(signature, for: message)
        else { throw ServerAPIError(.signing, "the key \(keyID) made no signature that its public half accepts") }
        return signature
    }
}
