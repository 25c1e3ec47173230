/// Brings BER into definite lengths and joins strings that come in pieces.
///
/// Xcode writes its receipts with indefinite lengths. Elements that are definite already are copied octet by octet, so
/// nothing that is signed changes.
package struct BERNormalizer {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var output: [UInt8] = []

    /// How deep elements may stand inside each other; genuine receipts need 14.
    private static let maximumDepth = 32

    /// The definite form of one element and all inside it; what follows it is an error.
    package static func definite(_ bytes: [UInt8]) throws(TrustError) -> [UInt8] {
        try bytes.withUnsafeBufferPointer { pointer throws(TrustError) in
            var normalizer = BERNormalizer(bytes: pointer)
            normalizer.output.reserveCapacity(pointer.count)
            try normalizer.element(end: pointer.count, depth: 0)
            guard normalizer.position == pointer.count else {
                throw TrustError(.trailingBytes, "\(pointer.count - normalizer.position) bytes follow")
            }
            return normalizer.output
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func element(end: Int, depth: Int) throws(TrustError) {
        guard depth < Self.maximumDepth else {
            throw TrustError(.tooLarge, "elements stand more than \(Self.maximumDepth) deep inside each other")
        }
        let start = position
        let header = try readHeader(end: end)
        guard header.tag.isConstructed else {
            guard let contentEnd = header.contentEnd else {
                throw TrustError(.malformed, "a primitive element of indefinite length at byte \(start)")
            }
            output.append(contentsOf: bytes[start..<contentEnd])
            position = contentEnd
            return
        }
        let outputStart = output.count
        if header.tag == .constructedOctetString {
            try pieces(header, end: end, depth: depth)
            wrap(.octetString, from: outputStart)
        } else {
            let contentStart = position
            try children(header, end: end, depth: depth)
            keepOrWrap(header, source: start, content: contentStart, from: outputStart)
        }
    }

    private mutating func children(_ header: Header, end: Int, depth: Int) throws(TrustError) {
        if let contentEnd = header.contentEnd {
            while position < contentEnd { try element(end: contentEnd, depth: depth + 1) }
        } else {
            while try !skipEndOfContents(end: end) { try element(end: end, depth: depth + 1) }
        }
    }

    /// The octets of all pieces of a string; pieces may be in pieces themselves.
    private mutating func pieces(_ header: Header, end: Int, depth: Int) throws(TrustError) {
        guard depth < Self.maximumDepth else { throw TrustError(.tooLarge, "a string in too many levels of pieces") }
        while true {
            if let contentEnd = header.contentEnd {
                if position >= contentEnd { return }
            } else if try skipEndOfContents(end: end) {
                return
            }
            let limit = header.contentEnd ?? end
            let start = position
            let piece = try readHeader(end: limit)
            if piece.tag == .constructedOctetString {
                try pieces(piece, end: limit, depth: depth + 1)
            } else if piece.tag == .octetString, let pieceEnd = piece.contentEnd {
                output.append(contentsOf: bytes[position..<pieceEnd])
                position = pieceEnd
            } else {
                throw TrustError(.malformed, "a piece of a string is no string, at byte \(start)")
            }
        }
    }

    private struct Header {
        let tag: DERTag
        /// Nil for an indefinite length.
        let contentEnd: Int?
    }

    /// Reads tag and length and steps to the content.
    private mutating func readHeader(end: Int) throws(TrustError) -> Header {
        let start = position
        guard end - position >= 2 else { throw overrun(at: start, end: end) }
        if bytes[start + 1] == 0x80 {
            let tag = DERTag(rawValue: bytes[start])
            guard !tag.isMultiByte, tag.rawValue != 0 else {
                throw TrustError(.malformed, "a bad tag at byte \(start)")
            }
            position += 2
            return Header(tag: tag, contentEnd: nil)
        }
        var cursor = DERCursor(bytes, start..<end)
        do {
            let element = try cursor.next()
            position = element.contentStart
            return Header(tag: element.tag, contentEnd: element.end)
        } catch {
            if case .overrun = error { throw overrun(at: start, end: end) }
            throw TrustError(.malformed, "no element at byte \(start)")
        }
    }

    /// Whether the two zero octets that end an indefinite length came, and were skipped.
    private mutating func skipEndOfContents(end: Int) throws(TrustError) -> Bool {
        guard end - position >= 2 else { throw overrun(at: position, end: end) }
        guard bytes[position] == 0, bytes[position + 1] == 0 else { return false }
        position += 2
        return true
    }

    private func overrun(at start: Int, end: Int) -> TrustError {
        end == bytes.count
            ? TrustError(.truncated, "the bytes end inside the element at byte \(start)")
            : TrustError(.malformed, "the element at byte \(start) runs out of the one around it")
    }

    /// Puts the original header before content that did not change, a new one before content that did.
    private mutating func keepOrWrap(_ header: Header, source: Int, content: Int, from outputStart: Int) {
        if let contentEnd = header.contentEnd, contentEnd - content == output.count - outputStart,
            bytes[content..<contentEnd].elementsEqual(output[outputStart...])
        {
            output.insert(contentsOf: bytes[source..<content], at: outputStart)
        } else {
            wrap(header.tag, from: outputStart)
        }
    }

    private mutating func wrap(_ tag: DERTag, from outputStart: Int) {
        let header = DERWriter.header(tag, length: output.count - outputStart)
        output.insert(contentsOf: header, at: outputStart)
    }
}
