/// Whether bytes of a JSON string stand for themselves: printable ASCII without a backslash.
///
/// Eight at a time: a log of notifications may have tens of megabytes of them, and each is looked at once.
enum PlainText {
    private static let each: UInt64 = 0x0101_0101_0101_0101
    private static let highBits = each << 7

    /// Whether all bytes in a range are plain.
    static func isAll(of bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> Bool {
        var position = range.lowerBound
        while range.upperBound - position >= 8 {
            guard isPlain(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) else { return false }
            position += 8
        }
        while position < range.upperBound {
            guard isPlain(UInt64(bytes[position]) &* each) else { return false }
            position += 1
        }
        return true
    }

    /// Whether all eight bytes of a word are plain.
    private static func isPlain(_ word: UInt64) -> Bool {
        let control = (word &- each &* 0x20) & ~word
        let marks = word | control | zeros(word ^ each &* 0x5C) | zeros(word ^ each &* 0x7F)
        return marks & highBits == 0
    }

    /// Has a high bit if a byte of the word is zero.
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- each) & ~word }
}
