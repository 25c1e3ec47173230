import Testing

@testable import LocalAppStoreServer

@Suite("Bytes of a JSON string that stand for themselves")
struct PlainTextTests {
    private func isPlain(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
        bytes.withUnsafeBytes { PlainText.isAll(of: $0, in: range) }
    }

    @Test("are printable ASCII without the backslash, wherever in a word they stand", arguments: 0...255)
    func everyByte(number: Int) {
        let byte = UInt8(number)
        let isExpected = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
        for (count, place) in [(1, 0), (7, 3), (8, 0), (8, 7), (16, 8), (19, 17)] {
            // Neighbours that differ from it by one could borrow from it in the arithmetic of words.
            for neighbour in [UInt8(ascii: "a"), 0x20, 0x7E, 0x5B, 0x5D] {
                var bytes = [UInt8](repeating: neighbour, count: count)
                bytes[place] = byte
                #expect(isPlain(bytes, in: 0..<count) == isExpected, "\(byte) at \(place) of \(count)")
            }
        }
    }

    @Test("outside of the range do not count, and nothing is plain")
    func range() {
        let bytes = Array("\\0123456789\\".utf8)
        #expect(isPlain(bytes, in: 1..<11))
        #expect(!isPlain(bytes, in: 0..<11))
        #expect(!isPlain(bytes, in: 1..<12))
        #expect(isPlain(bytes, in: 4..<4))
    }
}
