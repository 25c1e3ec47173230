import Crypto
import SwiftASN1
import X509

/// How OCSP names a certificate: by hashes of the issuer's name and key, and by its serial number.
struct OCSPCertificateID: Sendable, Hashable {
    /// The content octets of the digest's identifier.
    let digest: [UInt8]
    let issuerNameHash: [UInt8]
    let issuerKeyHash: [UInt8]
    /// Without leading zeros.
    var serial: [UInt8]

    /// The name of a certificate.
    ///
    /// SHA-1 as RFC 5019 asks for: nothing here depends on its strength, because the certificate itself is verified.
    init(_ certificate: Certificate, issuer: Certificate, digest: ReceiptDigest = .sha1) throws(TrustError) {
        self.digest = digest.objectIdentifier
        issuerNameHash = digest.hash(try Self.encodedSubject(issuer))
        issuerKeyHash = digest.hash(issuer.publicKey.subjectPublicKeyInfoBytes)
        serial = certificate.serialNumber.withoutLeadingZeros
    }

    /// Reads a name.
    init(_ element: DERElement, in outer: DERCursor) throws(DERFailure) {
        var cursor = outer.inside(element)
        let algorithm = try cursor.next(.sequence)
        var parts = cursor.inside(algorithm)
        digest = cursor.octets(try parts.next(.objectIdentifier))
        issuerNameHash = cursor.octets(try cursor.next(.octetString))
        issuerKeyHash = cursor.octets(try cursor.next(.octetString))
        serial = Array(cursor.octets(try cursor.next(.integer)).drop { $0 == 0 })
        try cursor.finish()
    }

    var encoded: [UInt8] {
        let sign: [UInt8] = (serial.first ?? 0x80) >= 0x80 ? [0] : []
        return DEREncoder.element(
            .sequence,
            of: [
                CMSEncoder.algorithm(digest),
                DEREncoder.element(.octetString, issuerNameHash),
                DEREncoder.element(.octetString, issuerKeyHash),
                DEREncoder.element(.integer, sign + serial),
            ]
        )
    }

    /// Whether both have the same issuer.
    func hasIssuer(of other: OCSPCertificateID) -> Bool {
        digest == other.digest && issuerNameHash == other.issuerNameHash && issuerKeyHash == other.issuerKeyHash
    }

    /// The subject as DER.
    static func encodedSubject(_ certificate: Certificate) throws(TrustError) -> [UInt8] {
        do {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate.subject)
            return serializer.serializedBytes
        } catch {
            throw TrustError(.certificateMalformed, "the name \(certificate.subject) cannot be written: \(error)")
        }
    }
}

extension ReceiptDigest {
    fileprivate func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: Array(bytes)))
        case .sha256: Array(SHA256.hash(data: Array(bytes)))
        }
    }
}

extension Certificate.SerialNumber {
    /// The number's octets as OCSP compares them.
    var withoutLeadingZeros: [UInt8] { Array(bytes.drop { $0 == 0 }) }
}
