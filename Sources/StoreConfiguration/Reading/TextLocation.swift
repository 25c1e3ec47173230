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

    /// The first character of a text.
    static let start = TextLocation(line: 1, column: 1)

    /// The places of several bytes, given in ascending order; the text is walked once.
    static func locations(ofSorted offsets: [Int], in bytes: [UInt8]) -> [TextLocation] {
        var line = 1
        var column = 1
        var position = 0
        return offsets.map { offset in
            while position < min(offset, bytes.count) {
                if bytes[position] == UInt8(ascii: "\n") {
                    line += 1
                    column = 1
                } else if bytes[position] & 0xC0 != 0x80 {
                    // Bytes 10xxxxxx continue a character.
                    column += 1
                }
                position += 1
            }
            return TextLocation(line: line, column: column)
        }
    }

    public var description: String { "line \(line), column \(column)" }
}

extension TextLocation: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
