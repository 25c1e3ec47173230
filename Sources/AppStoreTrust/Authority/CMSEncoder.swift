import SwiftASN1
import X509

/// Writes CMS signed data (RFC 5652) in the one shape App Store receipts have.
enum CMSEncoder {
    /// An algorithm without parameters, written with NULL as Apple does.
    static func algorithm(_ identifier: [UInt8]) -> [UInt8] {
        DEREncoder.element(.sequence, of: [objectIdentifier(identifier), DEREncoder.element(.null, [])])
    }

    static func signedData(
        digestAlgorithm: [UInt8],
        payload: [UInt8],
        certificates: [[UInt8]],
        signer: [UInt8]
    ) -> [UInt8] {
        let content = DEREncoder.element(.context0, DEREncoder.element(.octetString, payload))
        let signedData = DEREncoder.element(
            .sequence,
            of: [
                DEREncoder.integer(1),
                DEREncoder.element(.set, digestAlgorithm),
                DEREncoder.element(.sequence, of: [objectIdentifier(ObjectIdentifiers.data), content]),
                // Leaf, intermediate, root, as Apple has it: not sorted, although DER asks for it.
                DEREncoder.element(.context0, of: certificates),
                DEREncoder.element(.set, signer),
            ]
        )
        return DEREncoder.element(
            .sequence,
            of: [objectIdentifier(ObjectIdentifiers.signedData), DEREncoder.element(.context0, signedData)]
        )
    }

    static func signer(
        of certificate: Certificate,
        digestAlgorithm: [UInt8],
        signature: [UInt8]
    ) throws(TrustError) -> [UInt8] {
        let issuer: [UInt8]
        do {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate.issuer)
            issuer = serializer.serializedBytes
        } catch {
            throw TrustError(.authority, "the issuer's name cannot be encoded: \(error)")
        }
        let serial = DEREncoder.element(.integer, certificate.serialNumber.bytes)
        return DEREncoder.element(
            .sequence,
            of: [
                DEREncoder.integer(1),
                DEREncoder.element(.sequence, of: [issuer, serial]),
                digestAlgorithm,
                algorithm(ObjectIdentifiers.rsaEncryption),
                DEREncoder.element(.octetString, signature),
            ]
        )
    }

    private static func objectIdentifier(_ content: [UInt8]) -> [UInt8] {
        DEREncoder.element(.objectIdentifier, content)
    }
}
