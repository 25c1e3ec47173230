import Crypto
import CryptoExtras
import Foundation
import X509

/// Writes answers of a responder (RFC 6960, 4.2.1).
struct OCSPResponseEncoder {
    /// Who signs: the issuer, or a responder it authorised.
    let signer: CertifiedKey
    /// Certificates that come along, DER: that of an authorised responder.
    var certificates: [[UInt8]] = []
    let producedAt: Date
    /// When the next answer comes, nil to leave it open.
    let nextUpdate: Date?

    /// An answer without a status: 1 for a broken question, 6 for certificates of others.
    static func failure(_ status: UInt8) -> [UInt8] {
        DEREncoder.element(.sequence, DEREncoder.element(.enumerated, [status]))
    }

    func response(
        _ statuses: [(OCSPCertificateID, CertificateStatus)],
        nonce: [UInt8]?
    ) throws(TrustError) -> [UInt8] {
        let data = responseData(statuses, nonce: nonce)
        let (algorithm, signature) = try sign(data)
        var parts = [data, algorithm, DEREncoder.element(.bitString, [0] + signature)]
        if !certificates.isEmpty {
            parts.append(DEREncoder.element(.context0, DEREncoder.element(.sequence, of: certificates)))
        }
        let basic = DEREncoder.element(.octetString, DEREncoder.element(.sequence, of: parts))
        let type = DEREncoder.element(.objectIdentifier, OCSPIdentifiers.basicResponse)
        let content = DEREncoder.element(.context0, DEREncoder.element(.sequence, of: [type, basic]))
        return DEREncoder.element(.sequence, of: [DEREncoder.element(.enumerated, [0]), content])
    }

    private func responseData(_ statuses: [(OCSPCertificateID, CertificateStatus)], nonce: [UInt8]?) -> [UInt8] {
        let key = Insecure.SHA1.hash(data: Array(signer.certificate.publicKey.subjectPublicKeyInfoBytes))
        var parts = [
            DEREncoder.element(.context2, DEREncoder.element(.octetString, Array(key))),
            time(producedAt),
            DEREncoder.element(.sequence, of: statuses.map { single($0, $1) }),
        ]
        if let nonce { parts.append(DEREncoder.element(.context1, OCSPExtensions.encoded(nonce: nonce))) }
        return DEREncoder.element(.sequence, of: parts)
    }

    private func single(_ certificate: OCSPCertificateID, _ status: CertificateStatus) -> [UInt8] {
        var parts = [certificate.encoded, encoded(status), time(producedAt)]
        if let nextUpdate { parts.append(DEREncoder.element(.context0, time(nextUpdate))) }
        return DEREncoder.element(.sequence, of: parts)
    }

    private func encoded(_ status: CertificateStatus) -> [UInt8] {
        switch status {
        case .good: return DEREncoder.element(.implicit0, [])
        case .unknown: return DEREncoder.element(.implicit2, [])
        case .revoked(let date, let reason):
            let code = DEREncoder.element(.enumerated, [UInt8(clamping: reason.rawValue)])
            // DER leaves out what is said by default: no reason is `unspecified`.
            let parts = reason == .unspecified ? [time(date)] : [time(date), DEREncoder.element(.context0, code)]
            return DEREncoder.element(.context1, of: parts)
        }
    }

    private func time(_ date: Date) -> [UInt8] {
        DEREncoder.element(.generalizedTime, Array(GeneralizedTimeText.text(date).utf8))
    }

    private func sign(_ data: [UInt8]) throws(TrustError) -> (algorithm: [UInt8], signature: [UInt8]) {
        do {
            switch signer.key {
            case .rsa(let key):
                let signature = try key.signature(for: SHA256.hash(data: data), padding: .insecurePKCS1v1_5)
                return (
                    CMSEncoder.algorithm(ObjectIdentifiers.sha256WithRSAEncryption), Array(signature.rawRepresentation)
                )
            case .p256(let key):
                let identifier = DEREncoder.element(.objectIdentifier, OCSPIdentifiers.ecdsaWithSHA256)
                let signature = try key.signature(for: data).derRepresentation
                return (DEREncoder.element(.sequence, identifier), Array(signature))
            }
        } catch {
            throw TrustError(.authority, "the answer could not be signed: \(error)")
        }
    }
}
