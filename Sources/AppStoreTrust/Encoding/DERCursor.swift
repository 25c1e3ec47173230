// The reader of receipts calls this for each of the hundred thousand elements that a large receipt has, from another
// module: a call would cost more than the work, so everything can be inlined.

/// Where an element lies in the bytes it was read from.
@usableFromInline
package struct DERElement: Sendable, Hashable {
    @usableFromInline package let tag: DERTag
    /// The first octet of the tag.
    @usableFromInline package let start: Int
    /// The first octet of the content.
    @usableFromInline package let contentStart: Int
    /// The octet after the content.
    @usableFromInline package let end: Int

    @inlinable package var content: Range<Int> { contentStart..<end }
    @inlinable package var whole: Range<Int> { start..<end }
    @inlinable package var count: Int { end - contentStart }

    @inlinable
    init(tag: DERTag, start: Int, contentStart: Int, end: Int) {
        (self.tag, self.start, self.contentStart, self.end) = (tag, start, contentStart, end)
    }
}

/// Why an element cannot be read.
@usableFromInline
package enum DERFailure: Error, Sendable, Hashable {
    /// The element, or its header, runs past the end of what surrounds it.
    case overrun(at: Int)
    /// Another element was expected, or the header is not allowed.
    case unexpected(at: Int)
    /// An indefinite length or a string in pieces: correct BER, to be brought into definite form first.
    case notDefinite(at: Int)
}

/// Steps through definite-length BER by offsets, without copying and without recursion.
///
/// The bytes must outlive the cursor, so it is used only inside `withUnsafeBufferPointer`. No offset outside
/// `position..<end` is ever read: every length is compared with what is left before it is added.
@usableFromInline
package struct DERCursor {
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline package internal(set) var position: Int
    @usableFromInline package let end: Int

    @inlinable
    package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>? = nil) {
        let whole = 0..<bytes.count
        let range = (range ?? whole).clamped(to: whole)
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    @inlinable
    package var isAtEnd: Bool { position >= end }

    /// The tag of the next element, nil at the end.
    @inlinable
    package var nextTag: DERTag? { position < end ? DERTag(rawValue: bytes[position]) : nil }

    /// A cursor over the content of an element of the same bytes.
    @inlinable
    package func inside(_ element: DERElement) -> DERCursor { DERCursor(bytes, element.content) }

    /// Reads one element and steps behind it.
    @inlinable
    package mutating func next() throws(DERFailure) -> DERElement {
        let start = position
        guard end - start >= 2 else { throw .overrun(at: start) }
        let tag = DERTag(rawValue: bytes[start])
        guard !tag.isMultiByte, tag.rawValue != 0 else { throw .unexpected(at: start) }
        var contentStart = start + 2
        var length = Int(bytes[start + 1])
        if length >= 0x80 {
            guard length != 0x80 else { throw .notDefinite(at: start) }
            let octets = length & 0x7F
            // Four octets reach 4 GB; more can only be an attack or damage.
            guard octets <= 4 else { throw .unexpected(at: start) }
            guard end - contentStart >= octets else { throw .overrun(at: start) }
            length = 0
            for offset in contentStart..<contentStart + octets { length = length << 8 | Int(bytes[offset]) }
            contentStart += octets
        }
        guard length <= end - contentStart else { throw .overrun(at: start) }
        position = contentStart + length
        return DERElement(tag: tag, start: start, contentStart: contentStart, end: position)
    }

    /// Reads an element that must have this tag.
    @inlinable
    package mutating func next(_ tag: DERTag) throws(DERFailure) -> DERElement {
        let element = try next()
        guard element.tag == tag else {
            // A string in pieces where a string belongs: the slow path joins it.
            if tag == .octetString, element.tag == .constructedOctetString { throw .notDefinite(at: element.start) }
            throw .unexpected(at: element.start)
        }
        return element
    }

    /// Demands that nothing is left.
    @inlinable
    package func finish() throws(DERFailure) {
        guard isAtEnd else { throw .unexpected(at: position) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether an element's content is exactly these octets.
    @inlinable
    package func content(of element: DERElement, is octets: [UInt8]) -> Bool {
        element.count == octets.count && self[element.content].elementsEqual(octets)
    }

    /// The value of an `INTEGER` content of one to eight octets, nil otherwise.
    @inlinable
    package func integer(_ content: Range<Int>) -> Int64? {
        guard (1...8).contains(content.count) else { return nil }
        var value = Int64(Int8(bitPattern: self[content.lowerBound]))
        for offset in content.dropFirst() { value = value << 8 | Int64(self[offset]) }
        return value
    }
}
