extension CMSMessage {
    /// The certificate that issuer and serial number of the signer name.
    ///
    /// - Throws: ``TrustError``, code `signer-not-found` or `certificate-malformed`.
    func signerCertificateIndex() throws(TrustError) -> Int {
        let found = try bytes.withUnsafeBufferPointer { pointer throws(TrustError) in
            do {
                return try certificates.firstIndex { try isSigner($0, in: pointer) }
            } catch {
                throw TrustError(.certificateMalformed, "a certificate of the message cannot be read: \(error)")
            }
        }
        guard let found else {
            throw TrustError(.signerNotFound, "no certificate has the issuer and serial number that the signer names")
        }
        return found
    }

    private func isSigner(_ certificate: Range<Int>, in pointer: UnsafeBufferPointer<UInt8>) throws(DERFailure) -> Bool
    {
        let reference = try CertificateReference(certificate, in: pointer)
        return pointer[reference.serial.content].elementsEqual(pointer[signer.serial])
            && pointer[reference.issuer].elementsEqual(pointer[signer.issuer])
    }
}
