package import Foundation
import X509

/// A certificate of a ``CertificateAuthority`` that its responder knows.
package enum AuthorityCertificate: Sendable, Hashable, CaseIterable {
    /// Signs receipts.
    case receiptLeaf
    /// Signs the leaf for receipts.
    case receiptIntermediate
    /// Signs JWS.
    case jwsLeaf
    /// Signs the leaf for JWS.
    case jwsIntermediate
}

extension CertificateAuthority {
    /// Answers a question by OCSP (RFC 6960), signed by the issuer of the certificate that is asked about.
    ///
    /// A nonce comes back as it was sent. What is no question is answered with `malformedRequest`, a question about
    /// certificates of others with `unauthorized`; a serial number of ours that was never issued is `unknown`. The leaves of
    /// ``signing(with:)`` with the flaw `revoked` are revoked, whatever `status` says.
    ///
    /// - Parameters:
    ///   - request: The question, DER.
    ///   - date: When the answer is made.
    ///   - nextUpdate: Until when it counts; nil to leave that open.
    ///   - status: The status of each certificate; all are good unless told.
    /// - Returns: The answer, DER; to be sent as `application/ocsp-response`.
    /// - Throws: ``TrustError``, code `authority`, if a key cannot sign.
    package func ocspResponse(
        to request: some DataProtocol,
        at date: Date,
        nextUpdate: Date?,
        status: (AuthorityCertificate) -> CertificateStatus = { _ in .good }
    ) throws(TrustError) -> Data {
        guard let request = OCSPRequest(parsing: Array(request)), let first = request.certificates.first else {
            return Data(OCSPResponseEncoder.failure(1))
        }
        let issued = try issuedCertificates()
        // One answer has one signer, so all certificates must have the issuer of the first.
        guard let issuer = issued.first(where: { $0.name.hasIssuer(of: first) })?.issuer,
            request.certificates.allSatisfy({ $0.hasIssuer(of: first) })
        else { return Data(OCSPResponseEncoder.failure(6)) }
        let encoder = OCSPResponseEncoder(signer: issuer, producedAt: date, nextUpdate: nextUpdate)
        let statuses = request.certificates.map { name in
            (name, issued.first { $0.name == name }.map { $0.status ?? status($0.certificate) } ?? .unknown)
        }
        return Data(try encoder.response(statuses, nonce: request.nonce))
    }

    private struct Issued {
        let certificate: AuthorityCertificate
        let name: OCSPCertificateID
        let issuer: CertifiedKey
        /// The status, if nobody may say otherwise.
        var status: CertificateStatus?
    }

    /// Every certificate under each name it can be asked about by.
    private func issuedCertificates() throws(TrustError) -> [Issued] {
        let receiptChain = try receiptChain
        var issued: [Issued] = []
        for digest in ReceiptDigest.allCases {
            for (kind, certificate, issuer) in [
                (AuthorityCertificate.receiptLeaf, receiptChain.leaf, receiptChain.intermediate),
                (.receiptIntermediate, receiptChain.intermediate, receiptChain.root),
                (.jwsLeaf, jwsChain.leaf, jwsChain.intermediate),
                (.jwsIntermediate, jwsChain.intermediate, jwsChain.root),
            ] {
                var name = try OCSPCertificateID(
                    certificate.certificate,
                    issuer: issuer.certificate,
                    digest: digest
                )
                issued.append(Issued(certificate: kind, name: name, issuer: issuer))
                guard kind == .receiptLeaf || kind == .jwsLeaf else { continue }
                let revoked = CertificateStatus.revoked(
                    at: certificate.certificate.notValidBefore,
                    reason: .keyCompromise
                )
                name.serial = DerivedSerial.of(certificate.certificate, purpose: .revoked).withoutLeadingZeros
                issued.append(Issued(certificate: kind, name: name, issuer: issuer, status: revoked))
            }
        }
        return issued
    }
}
