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
        certificate: [UInt8],
        digestAlgorithm: [UInt8],
        signatureAlgorithm: [UInt8] = ObjectIdentifiers.rsaEncryption,
        signature: [UInt8]
    ) throws(TrustError) -> [UInt8] {
        let name: [UInt8]
        do {
            // Copied octet by octet: a verifier finds the certificate by comparing them.
            name = try certificate.withUnsafeBufferPointer { pointer throws(DERFailure) in
                let reference = try CertificateReference(0..<pointer.count, in: pointer)
                return Array(pointer[reference.issuer]) + Array(pointer[reference.serial.whole])
            }
        } catch {
            throw TrustError(.authority, "the signer's certificate cannot be read: \(error)")
        }
        return DEREncoder.element(
            .sequence,
            of: [
                DEREncoder.integer(1),
                DEREncoder.element(.sequence, name),
                digestAlgorithm,
                algorithm(signatureAlgorithm),
                DEREncoder.element(.octetString, signature),
            ]
        )
    }

    private static func objectIdentifier(_ content: [UInt8]) -> [UInt8] {
        DEREncoder.element(.objectIdentifier, content)
    }
}
