import Crypto

extension CMSMessage {
    /// A digest of what is signed and of the certificate that names the signer: the same for every spelling of a message,
    /// whatever lengths, unused certificates and names of algorithms it is written with.
    ///
    /// - Important: Nothing is verified here.
    /// - Throws: ``TrustError``, code `signer-not-found` or `certificate-malformed`.
    package func identity() throws(TrustError) -> [UInt8] {
        let certificate = certificates[try signerCertificateIndex()]
        var hash = SHA256()
        hash.update(data: SHA256.hash(data: octets(payload)).bytes)
        hash.update(data: SHA256.hash(data: octets(certificate)).bytes)
        return hash.finalize().bytes
    }
}

extension SHA256Digest {
    fileprivate var bytes: [UInt8] { Array(self) }
}
