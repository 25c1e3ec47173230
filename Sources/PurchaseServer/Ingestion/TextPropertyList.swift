import Foundation

/// The flat property lists in which iOS 6 wrote transaction receipts: `{ "name" = "value"; … }`.
///
/// Nothing else that property lists can hold occurs there, and nothing else is read.
struct TextPropertyList {
    /// The entries, text as it is written.
    let entries: [String: String]

    /// More are refused; genuine lists have some 25.
    private static let maximumCount = 64

    /// - Returns: nil if the bytes are anything else.
    init?(_ bytes: Data) {
        var reader = Reader(bytes: Array(bytes))
        guard reader.take("{") else { return nil }
        var entries: [String: String] = [:]
        while !reader.take("}") {
            guard let name = reader.text(), reader.take("="), let value = reader.text(), reader.take(";"),
                entries.updateValue(value, forKey: name) == nil, entries.count <= Self.maximumCount
            else { return nil }
        }
        guard reader.isAtEnd else { return nil }
        self.entries = entries
    }

    private struct Reader {
        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool {
            mutating get {
                skipSpace()
                return position == bytes.count
            }
        }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// Text in quotation marks, in which a backslash protects the next character.
        mutating func text() -> String? {
            guard take("\"") else { return nil }
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return String(bytes: bytes[start..<position], encoding: .utf8)
        }

        private mutating func skipSpace() {
            while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        }
    }
}
