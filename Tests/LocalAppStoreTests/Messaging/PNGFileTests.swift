import Foundation
import Testing

@testable import LocalAppStore

@Suite("The bytes of a PNG image")
struct PNGFileTests {
    /// A chunk with its checksum.
    private static func chunk(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
        let body = Array(type.utf8) + content
        return number(UInt32(content.count)) + body + number(CyclicRedundancyCheck.value(of: body))
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func header(
        _ width: UInt32 = 3,
        _ height: UInt32 = 2,
        depth: UInt8 = 8,
        colour: UInt8 = 6,
        methods: [UInt8] = [0, 0, 0]
    ) -> [UInt8] {
        chunk("IHDR", number(width) + number(height) + [depth, colour] + methods)
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let pixels = chunk("IDAT", [1, 2, 3])
    private static let end = chunk("IEND")

    @Test("Its size is that of its header, whatever chunks stand between")
    func size() throws {
        let text = Self.chunk("tEXt", Array("Title".utf8))
        let file = try PNGFile(
            Data(Self.signature + Self.header(640, 480) + text + Self.pixels + Self.pixels + Self.end)
        )
        #expect(file.width == 640)
        #expect(file.height == 480)
    }

    @Test("The checksum is that of the format: the empty last chunk has a known one")
    func checksum() {
        #expect(CyclicRedundancyCheck.value(of: Array("IEND".utf8)) == 0xAE42_6082)
        #expect(CyclicRedundancyCheck.value(of: Array("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test(
        "Depths and colours are those that the format allows",
        arguments: [
            (UInt8(1), UInt8(0), true), (16, 0, true), (3, 0, false), (8, 2, true), (4, 2, false), (1, 3, true),
            (16, 3, false), (8, 4, true), (1, 4, false), (16, 6, true), (8, 1, false), (8, 5, false), (8, 7, false),
        ]
    )
    func colours(depth: UInt8, colour: UInt8, isAllowed: Bool) {
        let bytes = Self.signature + Self.header(depth: depth, colour: colour) + Self.pixels + Self.end
        #expect(((try? PNGFile(Data(bytes))) != nil) == isAllowed)
    }

    /// Bytes, and what is said of them.
    static let damaged: [([UInt8], String)] = [
        ([], "does not begin"), (Array("GIF89a".utf8), "does not begin"), (signature, "ends in the middle"),
        (signature + pixels + end, "first chunk is IDAT"), (signature + chunk("IHDR", [1]), "not IHDR of 13"),
        (signature + header(0, 2) + pixels + end, "0 by 2"),
        (signature + header(1, 1 << 31) + pixels + end, "pixels large"),
        (signature + header(methods: [1, 0, 0]) + pixels + end, "there is not"),
        (signature + header(methods: [0, 0, 2]) + pixels + end, "there is not"),
        (signature + header() + end, "no pixels"), (signature + header() + chunk("IDAT") + end, "no pixels"),
        (signature + header() + pixels, "ends in the middle"),
        (signature + header() + pixels + end + [0], "bytes follow"),
        (signature + header() + pixels.dropLast() + [0xFF] + end, "checksum of its chunk IDAT"),
        (signature + header() + [0xFF, 0xFF, 0xFF, 0xFF] + pixels.dropFirst(4) + end, "middle of a chunk"),
        (signature + header() + chunk("ID 1", [1]) + end, "no name"),
    ]

    @Test("What is damaged is refused, and the rule is named", arguments: damaged)
    func refused(bytes: [UInt8], rule: String) throws {
        let error = #expect(throws: PNGFile.Damage.self) { try PNGFile(Data(bytes)) }
        #expect(error?.description.contains(rule) == true, "\(String(describing: error))")
    }
}
