import Foundation
import SwiftASN1
import X509

extension CertifiedKey {
    /// The same key and subject in a certificate with another serial number, and with what else is given.
    func reissued(
        by issuer: CertifiedKey,
        serial: Certificate.SerialNumber,
        from: Date? = nil,
        until: Date? = nil,
        extensions: Certificate.Extensions? = nil
    ) throws(TrustError) -> CertifiedKey {
        let new: Certificate
        do {
            new = try Certificate(
                version: .v3,
                serialNumber: serial,
                publicKey: key.publicKey,
                notValidBefore: from ?? certificate.notValidBefore,
                notValidAfter: until ?? certificate.notValidAfter,
                issuer: issuer.certificate.subject,
                subject: certificate.subject,
                signatureAlgorithm: issuer.key.signatureAlgorithm,
                extensions: extensions ?? certificate.extensions,
                issuerPrivateKey: issuer.key.certificateKey
            )
        } catch {
            throw TrustError(.authority, "the certificate of \(certificate.subject) could not be made anew: \(error)")
        }
        return try CertifiedKey(key: key, certificate: new)
    }
}
