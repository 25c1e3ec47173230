import AppStoreModels
import Testing

@Suite("Hexadecimal digits")
struct HexadecimalTests {
    @Test("are two small ones a byte")
    func digits() {
        #expect([UInt8]([0, 9, 10, 127, 255]).hexadecimal == "00090a7fff")
        #expect([UInt8]().hexadecimal.isEmpty)
    }

    @Test("of sixteen bytes stand as in a UUID")
    func uuid() {
        #expect([UInt8](0..<16).uuidText == "00010203-0405-0607-0809-0a0b0c0d0e0f")
    }

    @Test("are read back, large and small", arguments: ["00090a7fff", "00090A7FFF", "00090a7FfF"])
    func reading(text: String) {
        #expect([UInt8](hexadecimal: text) == [0, 9, 10, 127, 255])
        #expect([UInt8](hexadecimal: "") == [])
    }

    @Test(
        "are digits and nothing else, two a byte",
        arguments: ["+f", "-1", " f", "0", "0x", "0g", "f ", "１２", "00_0", "0:", "0@", "0`", "0/", "é"]
    )
    func refused(text: String) {
        #expect([UInt8](hexadecimal: text) == nil)
    }
}
