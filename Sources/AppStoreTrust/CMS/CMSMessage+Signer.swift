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
        var outer = DERCursor(pointer, certificate)
        var inner = outer.inside(try outer.next(.sequence))
        var fields = inner.inside(try inner.next(.sequence))
        if fields.nextTag == .context0 { _ = try fields.next(.context0) }
        let serial = try fields.next(.integer)
        _ = try fields.next(.sequence)
        let issuer = try fields.next(.sequence)
        return pointer[serial.content].elementsEqual(pointer[signer.serial])
            && pointer[issuer.whole].elementsEqual(pointer[signer.issuer])
    }
}
