/// CMS signed data (RFC 5652) as App Store receipts use it: where its parts lie.
///
/// Nothing is verified here. Accepted is what genuine receipts have: one signer named by issuer and serial number,
/// RSA over the payload's octets. Signed attributes, revocation lists and second signers are refused, because no receipt
/// has them and every accepted variant is one more thing to get wrong.
package struct CMSMessage: Sendable {
    /// The message in definite-length form; all ranges are offsets into it.
    package let bytes: [UInt8]
    /// The signed octets.
    package let payload: Range<Int>
    /// The content of the certificate set.
    package let certificateSet: Range<Int>
    /// The certificates as they came.
    package let certificates: [Range<Int>]
    /// Who signed, and how.
    package let signer: Signer

    /// The one signer.
    package struct Signer: Sendable {
        /// The issuer's name as DER.
        let issuer: Range<Int>
        /// The content of the serial number.
        let serial: Range<Int>
        /// The digest under the signature.
        package let digest: ReceiptDigest
        /// The content octets of the signature algorithm's identifier.
        let signatureAlgorithm: Range<Int>
        /// The signature's octets.
        let signature: Range<Int>
    }

    /// More certificates than this are refused; genuine receipts have 3 or 1.
    static let maximumCertificates = 8

    /// Finds the parts of a message in DER or BER.
    ///
    /// - Throws: ``TrustError``: `truncated`, `malformed`, `trailing-bytes`, `unsupported-structure`, `signer-count`,
    ///   `algorithm-not-allowed`, `too-large`.
    package init(parsing bytes: [UInt8]) throws(TrustError) {
        if let message = try Self.parse(bytes) {
            self = message
        } else if let message = try Self.parse(BERNormalizer.definite(bytes)) {
            self = message
        } else {
            throw TrustError(.malformed, "an indefinite length where none is allowed")
        }
    }

    init(bytes: [UInt8], parts: CMSParser.Parts) {
        self.bytes = bytes
        payload = parts.payload
        certificateSet = parts.certificateSet
        certificates = parts.certificates
        signer = parts.signer
    }

    /// The octets of a part.
    package func octets(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

    /// Nil if the bytes are BER that must be brought into definite form first.
    private static func parse(_ bytes: [UInt8]) throws(TrustError) -> CMSMessage? {
        do {
            let parts = try bytes.withUnsafeBufferPointer { pointer throws(CMSParser.Failure) in
                try CMSParser(pointer).message()
            }
            return CMSMessage(bytes: bytes, parts: parts)
        } catch {
            guard case .structure(.notDefinite) = error else { throw error.trustError }
            return nil
        }
    }
}
