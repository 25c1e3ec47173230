/// A place in a text file, both counted from 1 as editors do.
public struct TextLocation: Sendable, Hashable, CustomStringConvertible {
    /// The line.
    public let line: Int
    /// The character in the line.
    public let column: Int

    /// A place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte in UTF-8 text.
    init(byteOffset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(max(0, byteOffset))
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        // Bytes 10xxxxxx continue a character.
        column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
    }

    public var description: String { "line \(line), column \(column)" }
}
