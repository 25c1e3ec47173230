package import Foundation
import SwiftASN1
import X509

/// What a server needs to be believed by those who trust an authority's root.
package struct TLSCertificate: Sendable {
    /// The root to trust, in PEM.
    package let rootPEM: String
    /// The server's certificate, in PEM.
    package let certificatePEM: String
    /// The key of the server's certificate, PKCS#8 in PEM. Secret.
    package let keyPEM: String
}

extension CertificateAuthority {
    /// How long a server's certificate is valid, in seconds: 397 days, the most that browsers believe.
    package static let tlsLifetime: TimeInterval = 397 * 86_400

    /// A new certificate for a server, below the root of the JWS.
    ///
    /// Those who shake hands compare dates with real time, while a store's own certificates are dated by the store's
    /// clock. So where the root is not valid for as long as the server's certificate, a root with the same key and name
    /// is given that is.
    ///
    /// - Parameters:
    ///   - names: The names and IP addresses by which the server is asked.
    ///   - now: Real time. The certificate is valid from a day before.
    /// - Throws: ``TrustError``, code `authority`.
    package func tlsCertificate(for names: [String], at now: Date) throws(TrustError) -> TLSCertificate {
        let period = now.addingTimeInterval(-86_400)...now.addingTimeInterval(Self.tlsLifetime - 86_400)
        let root = try jwsChain.root.valid(in: period)
        let key = try SigningKey.make(.p256)
        let certificate: Certificate
        do {
            certificate = try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: key.publicKey,
                notValidBefore: period.lowerBound,
                notValidAfter: period.upperBound,
                issuer: root.certificate.subject,
                subject: DistinguishedName { CommonName("Local App Store") },
                signatureAlgorithm: root.key.signatureAlgorithm,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(names.map(GeneralName.init(server:)))
                    SubjectKeyIdentifier(hash: key.publicKey)
                    AuthorityKeyIdentifier(
                        keyIdentifier: SubjectKeyIdentifier(hash: root.key.publicKey).keyIdentifier
                    )
                },
                issuerPrivateKey: root.key.certificateKey
            )
        } catch {
            throw TrustError(.authority, "the certificate of the TLS server could not be made: \(error)")
        }
        return TLSCertificate(
            rootPEM: PEMBlock(label: "CERTIFICATE", content: root.encoded).text,
            certificatePEM: PEMBlock(
                label: "CERTIFICATE",
                content: try CertifiedKey(key: key, certificate: certificate).encoded
            ).text,
            keyPEM: key.pem
        )
    }
}

extension CertifiedKey {
    /// The same root, or one like it, that is valid during a whole period.
    fileprivate func valid(in period: ClosedRange<Date>) throws(TrustError) -> CertifiedKey {
        let isValid = certificate.notValidBefore <= period.lowerBound && period.upperBound <= certificate.notValidAfter
        if isValid { return self }
        let year: TimeInterval = 365 * 86_400
        return try reissued(
            by: self,
            serial: DerivedSerial.of(
                certificate,
                purpose: .tls,
                text: "\(Int(period.lowerBound.timeIntervalSince1970))"
            ),
            from: period.lowerBound.addingTimeInterval(-year),
            until: period.upperBound.addingTimeInterval(10 * year)
        )
    }
}

extension GeneralName {
    /// A name of a machine, or its IP address.
    fileprivate init(server name: String) {
        self = Self.address(name).map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) } ?? .dnsName(name)
    }

    private static func address(_ text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
