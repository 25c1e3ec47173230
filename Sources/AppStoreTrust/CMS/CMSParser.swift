/// Walks over the bytes of a message once and notes where its parts are.
struct CMSParser {
    struct Parts {
        let payload: Range<Int>
        let certificateSet: Range<Int>
        let certificates: [Range<Int>]
        let signer: CMSMessage.Signer
    }

    enum Failure: Error {
        case structure(DERFailure)
        case rule(TrustError)

        var trustError: TrustError {
            switch self {
            case .rule(let error): error
            case .structure(.overrun(let offset)), .structure(.unexpected(let offset)),
                .structure(.notDefinite(let offset)):
                TrustError(.malformed, "not the signed data of a receipt at byte \(offset)")
            }
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func message() throws(Failure) -> Parts {
        let contentInfo = try outermost()
        do {
            var contentInfo = DERCursor(bytes, contentInfo.content)
            let type = try contentInfo.next(.objectIdentifier)
            guard bytes.content(of: type, is: ObjectIdentifiers.signedData) else {
                throw TrustError(.malformed, "the container is not signed data (CMS)")
            }
            var wrapper = contentInfo.inside(try contentInfo.next(.context0))
            try contentInfo.finish()
            let signedData = wrapper.inside(try wrapper.next(.sequence))
            try wrapper.finish()
            return try parts(of: signedData)
        } catch let error as TrustError {
            throw .rule(error)
        } catch let error as DERFailure {
            throw .structure(error)
        } catch {
            throw .rule(TrustError(.malformed, "\(error)"))
        }
    }

    /// The element that must fill all the bytes; tells a short input from a damaged one.
    private func outermost() throws(Failure) -> DERElement {
        var cursor = DERCursor(bytes)
        let element: DERElement
        do {
            element = try cursor.next(.sequence)
        } catch {
            if case .overrun = error {
                throw .rule(TrustError(.truncated, "the container is longer than the \(bytes.count) bytes that came"))
            }
            throw .structure(error)
        }
        guard cursor.isAtEnd else {
            throw .rule(TrustError(.trailingBytes, "\(cursor.end - cursor.position) bytes follow the container"))
        }
        return element
    }

    private func parts(of signedData: DERCursor) throws -> Parts {
        var signedData = signedData
        _ = try signedData.next(.integer)
        let digests = try signedData.next(.set)
        let payload = try payload(signedData.inside(try signedData.next(.sequence)))
        guard signedData.nextTag == .context0 else {
            throw TrustError(.signerNotFound, "the message carries no certificates")
        }
        let certificates = try signedData.next(.context0)
        guard signedData.nextTag != .context1 else {
            throw TrustError(.unsupported, "the message carries revocation lists, which receipts never do")
        }
        let signers = try signedData.next(.set)
        try signedData.finish()
        let signer = try CMSSignerParser(bytes).onlySigner(in: signers, digestAlgorithms: digests)
        return Parts(
            payload: payload,
            certificateSet: certificates.content,
            certificates: try certificateList(DERCursor(bytes, certificates.content)),
            signer: signer
        )
    }

    private func payload(_ content: DERCursor) throws -> Range<Int> {
        var content = content
        let type = try content.next(.objectIdentifier)
        guard bytes.content(of: type, is: ObjectIdentifiers.data) else {
            throw TrustError(.unsupported, "the signed content is not of type data")
        }
        guard !content.isAtEnd else {
            throw TrustError(.unsupported, "the signed content is not in the message (detached signature)")
        }
        var wrapper = content.inside(try content.next(.context0))
        try content.finish()
        let octets = try wrapper.next(.octetString)
        try wrapper.finish()
        return octets.content
    }

    private func certificateList(_ cursor: DERCursor) throws -> [Range<Int>] {
        var cursor = cursor
        var list: [Range<Int>] = []
        while !cursor.isAtEnd {
            guard list.count < CMSMessage.maximumCertificates else {
                throw TrustError(.chainLength, "more than \(CMSMessage.maximumCertificates) certificates")
            }
            list.append(try cursor.next(.sequence).whole)
        }
        return list
    }
}
