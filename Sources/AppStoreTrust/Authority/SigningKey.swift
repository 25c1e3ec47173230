import Crypto
import CryptoExtras
import X509

/// A private key of one of the two kinds the App Store signs with.
enum SigningKey: Sendable {
    /// RSA with 2048 bits, for receipts.
    case rsa(_RSA.Signing.PrivateKey)
    /// ECDSA on P-256, for JWS.
    case p256(P256.Signing.PrivateKey)

    /// The kind of a key.
    enum Kind: Sendable { case rsa, p256 }

    static func make(_ kind: Kind) throws(TrustError) -> SigningKey {
        switch kind {
        case .p256: return .p256(P256.Signing.PrivateKey())
        case .rsa:
            do {
                return .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            } catch {
                throw TrustError(.authority, "no RSA key could be made: \(error)")
            }
        }
    }

    /// Reads a PKCS#8 block.
    init(_ block: PEMBlock, kind: Kind) throws(TrustError) {
        do {
            switch kind {
            case .rsa: self = .rsa(try _RSA.Signing.PrivateKey(pemRepresentation: block.text))
            case .p256: self = .p256(try P256.Signing.PrivateKey(pemRepresentation: block.text))
            }
        } catch {
            throw TrustError(.authority, "the block \(block.label) is not a private key of the expected kind: \(error)")
        }
    }

    /// PKCS#8 as PEM.
    var pem: String {
        let text =
            switch self {
            case .rsa(let key): key.pkcs8PEMRepresentation
            case .p256(let key): key.pemRepresentation
            }
        return text.hasSuffix("\n") ? text : text + "\n"
    }

    var certificateKey: Certificate.PrivateKey {
        switch self {
        case .rsa(let key): Certificate.PrivateKey(key)
        case .p256(let key): Certificate.PrivateKey(key)
        }
    }

    var publicKey: Certificate.PublicKey { certificateKey.publicKey }

    var signatureAlgorithm: Certificate.SignatureAlgorithm {
        switch self {
        case .rsa: .sha256WithRSAEncryption
        case .p256: .ecdsaWithSHA256
        }
    }
}
