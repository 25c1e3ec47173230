import Testing

@testable import AppStoreTrust

@Suite("DER in one buffer") struct DERWriterTests {
    @Test(
        "A content takes its length whether it is given or written in place",
        arguments: [0, 1, 127, 128, 255, 256, 65_536]
    )
    func lengths(_ count: Int) {
        let content = [UInt8](repeating: 7, count: count)
        var writer = DERWriter()
        writer.element(.null, [])
        writer.element(.octetString) { $0.encoded(content) }
        #expect(writer.bytes == [0x05, 0x00] + DEREncoder.element(.octetString, content))
    }

    @Test func `Long elements stand inside each other`() {
        let text = [UInt8](repeating: 0x61, count: 200)
        let written = DEREncoder.written {
            $0.element(.sequence) {
                $0.integer(-129)
                $0.element(.set) { $0.element(.utf8String, text) }
            }
        }
        let head: [UInt8] = [0x30, 0x81, 0xD2, 0x02, 0x02, 0xFF, 0x7F, 0x31, 0x81, 0xCB, 0x0C, 0x81, 0xC8]
        #expect(written == head + text)
    }

    @Test(
        "Integers have no octet too many",
        arguments: [
            (0, [0]), (127, [0x7F]), (128, [0, 0x80]), (-1, [0xFF]), (-128, [0x80]), (-129, [0xFF, 0x7F]),
            (.max, [0x7F] + [UInt8](repeating: 0xFF, count: 7)), (.min, [0x80] + [UInt8](repeating: 0, count: 7)),
        ] as [(Int64, [UInt8])]
    )
    func integers(_ value: Int64, _ octets: [UInt8]) {
        #expect(DEREncoder.integer(value) == [0x02, UInt8(octets.count)] + octets)
    }
}
