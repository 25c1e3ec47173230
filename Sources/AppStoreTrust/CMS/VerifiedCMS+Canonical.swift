extension VerifiedCMS {
    /// The message in the one spelling that the App Store uses: definite lengths as short as they go, the certificates of
    /// the verified chain and no others, nothing around them.
    ///
    /// What is signed, by whom, and the signature are the same; everything that a stranger can change without breaking
    /// the signature is gone. A receipt of the App Store comes out as it went in.
    ///
    /// - Parameter message: The message that was verified.
    /// - Throws: ``TrustError`` if the signer's certificate cannot be read.
    package func canonicalForm(of message: CMSMessage) throws(TrustError) -> [UInt8] {
        guard let leaf = signer.encodedChain.first else {
            throw TrustError(.signerNotFound, "the verified chain has no certificate")
        }
        let algorithm = CMSEncoder.algorithm(digest.objectIdentifier)
        return CMSEncoder.signedData(
            digestAlgorithm: algorithm,
            payload: Array(message.octets(message.payload)),
            certificates: signer.encodedChain,
            signer: try CMSEncoder.signer(
                certificate: leaf,
                digestAlgorithm: algorithm,
                signature: Array(message.octets(message.signer.signature))
            )
        )
    }
}
