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
}
