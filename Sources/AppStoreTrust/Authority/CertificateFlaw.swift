package import Foundation
import X509

/// What is wrong with a certificate that an authority is told to sign with.
package enum CertificateFlaw: Sendable, Hashable {
    /// It expires at this moment.
    case expired(at: Date)
    /// The authority's responder reports it as revoked, since it was issued, because its key was stolen.
    case revoked
}

extension CertificateAuthority {
    /// The same authority, but receipts and JWS are signed with flawed certificates. The chain above them is the same.
    ///
    /// - Throws: ``TrustError``, code `authority`, if they cannot be made.
    package func signing(with flaw: CertificateFlaw) throws(TrustError) -> CertificateAuthority {
        CertificateAuthority(
            receiptChain: try receiptChain.signing(with: flaw),
            jwsChain: try jwsChain.signing(with: flaw)
        )
    }
}

extension CertificateChain {
    fileprivate func signing(with flaw: CertificateFlaw) throws(TrustError) -> CertificateChain {
        let until: Date
        switch flaw {
        case .expired(let date): until = date
        case .revoked: until = leaf.certificate.notValidAfter
        }
        let flawed = try leaf.reissued(
            by: intermediate,
            serial: DerivedSerial.of(leaf.certificate, purpose: flaw == .revoked ? .revoked : .expired),
            from: min(leaf.certificate.notValidBefore, until),
            until: until
        )
        return CertificateChain(root: root, intermediate: intermediate, leaf: flawed)
    }
}
