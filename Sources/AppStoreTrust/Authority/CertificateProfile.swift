import Foundation
import X509

/// What the certificates of one chain have in common, and what each kind must carry so that strict verifiers
/// (OpenSSL's X509_STRICT, Apple's server libraries) accept it.
struct CertificateProfile: Sendable {
    enum Role: Sendable { case root, intermediate, leaf }

    let name: String
    /// Part of the common names, so that the receipt chain and the JWS chain can be told apart.
    let purpose: String
    let validFrom: Date
    let validUntil: Date
    let ocspURL: String?

    func issue(_ role: Role, for key: SigningKey, signedBy issuer: CertifiedKey?) throws(TrustError) -> CertifiedKey {
        let certificate: Certificate
        do {
            let subject = try self.subject(of: role)
            certificate = try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: key.publicKey,
                notValidBefore: validFrom,
                notValidAfter: validUntil,
                issuer: issuer?.certificate.subject ?? subject,
                subject: subject,
                signatureAlgorithm: (issuer?.key ?? key).signatureAlgorithm,
                extensions: try extensions(of: role, key: key, issuer: issuer?.key ?? key),
                issuerPrivateKey: (issuer?.key ?? key).certificateKey
            )
        } catch {
            throw TrustError(.authority, "the \(role) certificate could not be made: \(error)")
        }
        return try CertifiedKey(key: key, certificate: certificate)
    }

    private func subject(of role: Role) throws -> DistinguishedName {
        let commonName =
            switch role {
            case .root: "\(name) \(purpose) Root CA"
            case .intermediate: "\(name) \(purpose) Intermediate CA"
            case .leaf: "\(name) \(purpose) Signing"
            }
        return try DistinguishedName {
            CommonName(commonName)
            OrganizationName(name)
        }
    }

    private func extensions(of role: Role, key: SigningKey, issuer: SigningKey) throws -> Certificate.Extensions {
        let identifier = SubjectKeyIdentifier(hash: key.publicKey)
        let issuerIdentifier = SubjectKeyIdentifier(hash: issuer.publicKey).keyIdentifier
        var list = [
            try Certificate.Extension(role.basicConstraints, critical: true),
            try Certificate.Extension(role.keyUsage, critical: true),
            try Certificate.Extension(identifier, critical: false),
            try Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: issuerIdentifier), critical: false),
        ]
        if let marker = role.marker {
            list.append(Certificate.Extension(oid: marker, critical: false, value: [0x05, 0x00]))
        }
        if role != .root, let ocspURL {
            let access = AuthorityInformationAccess.AccessDescription(
                method: .ocspServer,
                location: .uniformResourceIdentifier(ocspURL)
            )
            list.append(try Certificate.Extension(AuthorityInformationAccess([access]), critical: false))
        }
        return try Certificate.Extensions(list)
    }
}
