import SwiftASN1
import X509

/// A private key with the certificate that names it.
// A class, because a certificate has many members: what holds three of them, or six, is copied as so many references.
final class CertifiedKey: Sendable {
    let key: SigningKey
    let certificate: Certificate
    /// The certificate as DER.
    let encoded: [UInt8]

    init(key: SigningKey, certificate: Certificate) throws(TrustError) {
        guard certificate.publicKey == key.publicKey else {
            throw TrustError(.authority, "the key is not the one of the certificate \(certificate.subject)")
        }
        do {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            self.encoded = serializer.serializedBytes
        } catch {
            throw TrustError(.authority, "the certificate cannot be encoded: \(error)")
        }
        self.key = key
        self.certificate = certificate
    }

    /// The key and the certificate as PEM, in this order.
    var pem: String {
        key.pem + PEMBlock(label: "CERTIFICATE", content: encoded).text
    }

    /// Reads what ``pem`` wrote.
    convenience init(key keyBlock: PEMBlock, certificate block: PEMBlock, kind: SigningKey.Kind) throws(TrustError) {
        guard keyBlock.label.hasSuffix("PRIVATE KEY"), block.label == "CERTIFICATE" else {
            throw TrustError(.authority, "expected PRIVATE KEY, CERTIFICATE; found \(keyBlock.label), \(block.label)")
        }
        let certificate: Certificate
        do {
            certificate = try Certificate(limited: block.content)
        } catch {
            throw TrustError(.certificateMalformed, "a CERTIFICATE block cannot be read: \(error)")
        }
        try self.init(key: SigningKey(keyBlock, kind: kind), certificate: certificate)
    }
}
