import AppStoreTrust

/// Reads the attributes of a set one after the other.
struct AttributeCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, set: Range<Int>) throws(DERFailure) {
        self.bytes = bytes
        var outer = DERCursor(bytes, set)
        let content = try outer.next(.set).content
        try outer.finish()
        (position, end) = (content.lowerBound, content.upperBound)
    }

    /// The next attribute of a purchase record, nil at the end.
    @inline(__always)
    mutating func next() throws(DERFailure) -> AttributeSlot? {
        if let slot = nextInShortForm() { return slot }
        return position < end ? try nextInAnyForm() : nil
    }

    /// The next attribute of a receipt, most of which are purchase records; nil at the end.
    @inline(__always)
    mutating func nextOfReceipt() throws(DERFailure) -> AttributeSlot? {
        if let slot = nextInLongForm() { return slot }
        return position < end ? try nextInAnyForm() : nil
    }

    /// The next attribute if it is written as nearly all in purchase records are: a sequence of less than 128 octets with
    /// a type of two octets and a version of one. Reads eight octets at a time; whatever looks different is left to
    /// ``nextInAnyForm()``, which would give the same.
    @inline(__always)
    private mutating func nextInShortForm() -> AttributeSlot? {
        guard end - position >= 12, let base = bytes.baseAddress else { return nil }
        let start = UnsafeRawPointer(base + position)
        // 30 length 02 02 type type 02 01 | version 04 length
        let head = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
        let tail = UInt32(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        let length = Int(head >> 48 & 0xFF)
        guard head & 0xFF80_FFFF_0000_FFFF == 0x3000_0202_0000_0201, tail >> 16 & 0xFF == 0x04,
            Int(tail >> 8 & 0xFF) == length - 9, length + 2 <= end - position
        else { return nil }
        let value = Range(uncheckedBounds: (position &+ 11, position &+ 2 &+ length))
        position = value.upperBound
        return AttributeSlot(
            type: ReceiptAttributeType(rawValue: Int64(Int16(truncatingIfNeeded: head >> 16))),
            version: Int64(Int8(truncatingIfNeeded: tail >> 24)),
            value: value
        )
    }

    /// The next attribute if it is written as a purchase record in a receipt is: a sequence of 256 to 65,535 octets with
    /// type and version of one octet.
    @inline(__always)
    private mutating func nextInLongForm() -> AttributeSlot? {
        guard end - position >= 16, let base = bytes.baseAddress else { return nil }
        let start = UnsafeRawPointer(base + position)
        // 30 82 length length 02 01 type 02 | 01 version 04 82 length length
        let head = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
        let tail = UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        let length = Int(head >> 32 & 0xFFFF)
        guard head & 0xFFFF_0000_FFFF_00FF == 0x3082_0000_0201_0002, tail >> 56 == 0x01,
            tail >> 32 & 0xFFFF == 0x0482, Int(tail >> 16 & 0xFFFF) == length - 10, length + 4 <= end - position
        else { return nil }
        let value = Range(uncheckedBounds: (position &+ 14, position &+ 4 &+ length))
        position = value.upperBound
        return AttributeSlot(
            type: ReceiptAttributeType(rawValue: Int64(Int8(truncatingIfNeeded: head >> 8))),
            version: Int64(Int8(truncatingIfNeeded: tail >> 48)),
            value: value
        )
    }

    @inline(never)
    private mutating func nextInAnyForm() throws(DERFailure) -> AttributeSlot {
        var cursor = DERCursor(bytes, position..<end)
        var fields = cursor.inside(try cursor.next(.sequence))
        let type = try integer(fields.next(.integer))
        let version = try integer(fields.next(.integer))
        let value = try fields.next(.octetString)
        try fields.finish()
        position = cursor.position
        return AttributeSlot(type: ReceiptAttributeType(rawValue: type), version: version, value: value.content)
    }

    private func integer(_ element: DERElement) throws(DERFailure) -> Int64 {
        guard let value = bytes.integer(element.content) else { throw .unexpected(at: element.start) }
        return value
    }
}
