import Crypto
import CryptoExtras
public import Foundation
import SwiftASN1
import X509

/// What a certificate says about itself, for reports; nothing is verified.
public struct CertificateSummary: Sendable, Hashable {
    /// The one it is for, for example `CN=Prod ECC Mac App Store …,O=Apple Inc.,C=US`.
    public let subject: String
    /// The one that signed it.
    public let issuer: String
    /// The first moment of its validity.
    public let validFrom: Date
    /// The last moment of its validity.
    public let validUntil: Date
    /// The kind of its key, for example `P-256` or `RSA 2048`.
    public let key: String
    /// Its SHA-256, as an anchor would have it.
    public let anchor: TrustAnchor
    /// Whether it has Apple's extension for certificates that sign receipts and App Store data.
    public let isReceiptSigner: Bool
    /// Whether it has the extension of Apple's Worldwide Developer Relations authority.
    public let isIntermediateOfApple: Bool

    /// Reads a certificate.
    ///
    /// - Throws: ``TrustError``, code `certificate-malformed`.
    public init(derEncoded bytes: some DataProtocol) throws(TrustError) {
        let bytes = Array(bytes)
        let certificate: Certificate
        do {
            certificate = try Certificate(limited: bytes)
        } catch {
            throw TrustError(.certificateMalformed, "the certificate cannot be read: \(error)")
        }
        subject = String(describing: certificate.subject)
        issuer = String(describing: certificate.issuer)
        validFrom = certificate.notValidBefore
        validUntil = certificate.notValidAfter
        key = Self.name(of: certificate.publicKey)
        anchor = TrustAnchor(encoded: bytes)
        isReceiptSigner = certificate.extensions[oid: MarkerExtension.receiptSigning] != nil
        isIntermediateOfApple = certificate.extensions[oid: MarkerExtension.intermediate] != nil
    }

    private static func name(of key: Certificate.PublicKey) -> String {
        if let rsa = _RSA.Signing.PublicKey(key) { return "RSA \(rsa.keySizeInBits)" }
        if P256.Signing.PublicKey(key) != nil { return "P-256" }
        if P384.Signing.PublicKey(key) != nil { return "P-384" }
        return "another kind"
    }
}
