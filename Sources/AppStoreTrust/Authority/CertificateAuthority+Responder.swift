import SwiftASN1
import X509

extension CertificateAuthority {
    /// Where the certificates say that a responder can be asked about them; nil if they do not.
    public var ocspURL: String? {
        guard let access = try? jwsChain.leaf.certificate.extensions.authorityInformationAccess else { return nil }
        return access.lazy.compactMap { description in
            guard description.method == .ocspServer, case .uniformResourceIdentifier(let url) = description.location
            else { return nil }
            return url
        }.first
    }

    /// The same authority with the same keys and roots, whose leaf and intermediate say where they can be asked about.
    ///
    /// What was signed before stays good: it carries its own certificates along, below the same roots.
    ///
    /// - Parameter url: Where an OCSP responder for leaf and intermediate listens.
    /// - Throws: ``TrustError``, code `authority`, if the certificates cannot be made.
    package func naming(ocspURL url: String) throws(TrustError) -> CertificateAuthority {
        if ocspURL == url { return self }
        return CertificateAuthority(
            receiptChain: try receiptChain.naming(ocspURL: url),
            jwsChain: try jwsChain.naming(ocspURL: url)
        )
    }
}

extension CertificateChain {
    fileprivate func naming(ocspURL url: String) throws(TrustError) -> CertificateChain {
        let intermediate = try intermediate.naming(ocspURL: url, issuer: root)
        return CertificateChain(
            root: root,
            intermediate: intermediate,
            leaf: try leaf.naming(ocspURL: url, issuer: intermediate)
        )
    }
}

extension CertifiedKey {
    fileprivate func naming(ocspURL url: String, issuer: CertifiedKey) throws(TrustError) -> CertifiedKey {
        let extensions: Certificate.Extensions
        do {
            var list = certificate.extensions.filter { $0.oid != .X509ExtensionID.authorityInformationAccess }
            let access = AuthorityInformationAccess.AccessDescription(
                method: .ocspServer,
                location: .uniformResourceIdentifier(url)
            )
            list.append(try Certificate.Extension(AuthorityInformationAccess([access]), critical: false))
            extensions = try Certificate.Extensions(list)
        } catch {
            throw TrustError(.authority, "\(url) cannot be written into certificates: \(error)")
        }
        return try reissued(
            by: issuer,
            serial: DerivedSerial.of(certificate, purpose: .ocspURL, text: url),
            extensions: extensions
        )
    }
}
