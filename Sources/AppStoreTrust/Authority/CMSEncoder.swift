/// Writes CMS signed data (RFC 5652) in the one shape App Store receipts have.
enum CMSEncoder {
    /// An algorithm without parameters, written with NULL as Apple does.
    static func algorithm(_ identifier: [UInt8]) -> [UInt8] {
        DEREncoder.written {
            $0.element(.sequence) {
                $0.element(.objectIdentifier, identifier)
                $0.element(.null, [])
            }
        }
    }

    static func signedData(
        digestAlgorithm: [UInt8],
        payload: [UInt8],
        certificates: [[UInt8]],
        signer: [UInt8]
    ) -> [UInt8] {
        DEREncoder.written {
            $0.element(.sequence) {
                $0.element(.objectIdentifier, ObjectIdentifiers.signedData)
                $0.element(.context0) {
                    $0.element(.sequence) {
                        $0.integer(1)
                        $0.element(.set, digestAlgorithm)
                        $0.element(.sequence) {
                            $0.element(.objectIdentifier, ObjectIdentifiers.data)
                            $0.element(.context0) { $0.element(.octetString, payload) }
                        }
                        // Leaf, intermediate, root, as Apple has it: not sorted, although DER asks for it.
                        $0.element(.context0) { for certificate in certificates { $0.encoded(certificate) } }
                        $0.element(.set, signer)
                    }
                }
            }
        }
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
        return DEREncoder.written {
            $0.element(.sequence) {
                $0.integer(1)
                $0.element(.sequence, name)
                $0.encoded(digestAlgorithm)
                $0.encoded(algorithm(signatureAlgorithm))
                $0.element(.octetString, signature)
            }
        }
    }
}
