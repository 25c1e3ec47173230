import Crypto
import Foundation
import SwiftASN1
import TestSupport
import X509

/// A correct certificate with an extension of many octets.
enum LongCertificate {
    /// - Parameter padding: How many octets the extension has: about 300 fewer than the certificate.
    static func encoded(padding: Int) throws -> [UInt8] {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("Long") }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: TestAuthority.validFrom,
            notValidAfter: TestAuthority.validUntil,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions([self.padding(padding)]),
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    /// An extension that nobody knows.
    static func padding(_ count: Int) -> Certificate.Extension {
        Certificate.Extension(oid: [1, 2, 3, 4], critical: false, value: [UInt8](repeating: 0, count: count)[...])
    }
}
