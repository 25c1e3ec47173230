/// Reads the `SignerInfo` of a message.
struct CMSSignerParser {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func onlySigner(in set: DERElement, digestAlgorithms: DERElement) throws -> CMSMessage.Signer {
        var signers = DERCursor(bytes, set.content)
        guard !signers.isAtEnd else { throw TrustError(.signerCount, "the message has no signer") }
        let signer = try self.signer(signers.inside(try signers.next(.sequence)))
        guard signers.isAtEnd else { throw TrustError(.signerCount, "the message has more than one signer") }
        try check(digestAlgorithms, announce: signer.digest)
        return signer
    }

    private func signer(_ cursor: DERCursor) throws -> CMSMessage.Signer {
        var cursor = cursor
        _ = try cursor.next(.integer)
        guard cursor.nextTag == .sequence else {
            throw TrustError(.unsupported, "the signer is not named by issuer and serial number")
        }
        var name = cursor.inside(try cursor.next(.sequence))
        let issuer = try name.next(.sequence)
        let serial = try name.next(.integer)
        try name.finish()
        let digest = try digest(cursor.next(.sequence))
        guard cursor.nextTag != .context0 else {
            throw TrustError(.unsupported, "the signature covers signed attributes, which receipts never have")
        }
        let algorithm = try algorithm(cursor.next(.sequence))
        let signature = try cursor.next(.octetString)
        guard cursor.isAtEnd else { throw TrustError(.unsupported, "something follows the signature") }
        return CMSMessage.Signer(
            issuer: issuer.whole,
            serial: serial.content,
            digest: digest,
            signatureAlgorithm: try fitting(algorithm, digest).content,
            signature: signature.content
        )
    }

    /// The announced digests must be the one that the signer used, as in all genuine receipts.
    private func check(_ set: DERElement, announce digest: ReceiptDigest) throws {
        var cursor = DERCursor(bytes, set.content)
        let announced = try self.digest(cursor.next(.sequence))
        guard announced == digest, cursor.isAtEnd else {
            throw TrustError(.malformed, "the digests the message announces are not the one the signer used")
        }
    }

    private func digest(_ element: DERElement) throws -> ReceiptDigest {
        let identifier = try algorithm(element)
        guard
            let digest = ReceiptDigest.allCases.first(where: { bytes.content(of: identifier, is: $0.objectIdentifier) })
        else { throw TrustError(.algorithmNotAllowed, "the digest is neither SHA-1 nor SHA-256") }
        return digest
    }

    /// The identifier of an algorithm; parameters must be absent or NULL.
    private func algorithm(_ element: DERElement) throws -> DERElement {
        var cursor = DERCursor(bytes, element.content)
        let identifier = try cursor.next(.objectIdentifier)
        if !cursor.isAtEnd {
            guard try cursor.next(.null).count == 0 else { throw DERFailure.unexpected(at: element.start) }
            try cursor.finish()
        }
        return identifier
    }

    /// App Store receipts say `rsaEncryption`, most of Xcode's name the digest too.
    private func fitting(_ algorithm: DERElement, _ digest: ReceiptDigest) throws -> DERElement {
        let withDigest =
            switch digest {
            case .sha1: ObjectIdentifiers.sha1WithRSAEncryption
            case .sha256: ObjectIdentifiers.sha256WithRSAEncryption
            }
        guard
            bytes.content(of: algorithm, is: ObjectIdentifiers.rsaEncryption)
                || bytes.content(of: algorithm, is: withDigest)
        else {
            throw TrustError(.algorithmNotAllowed, "the signature is not RSA with the digest of the message")
        }
        return algorithm
    }
}
