import AppStoreTrust
import Testing

@Suite("DER, element by element")
struct DERCursorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let failure: DERFailure
        var testDescription: String { "\(bytes)" }
    }

    static let refused = [
        Case(bytes: [], failure: .overrun(at: 0)),
        Case(bytes: [0x04], failure: .overrun(at: 0)),
        Case(bytes: [0x04, 0x01], failure: .overrun(at: 0)),
        Case(bytes: [0x04, 0x7F, 0x00], failure: .overrun(at: 0)),
        Case(bytes: [0x04, 0x81], failure: .overrun(at: 0)),
        Case(bytes: [0x04, 0x82, 0x01], failure: .overrun(at: 0)),
        Case(bytes: [0x04, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], failure: .overrun(at: 0)),
        Case(bytes: [0x04, 0x85, 0, 0, 0, 0, 0], failure: .unexpected(at: 0)),
        Case(bytes: [0x04, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], failure: .unexpected(at: 0)),
        Case(bytes: [0x04, 0xFF], failure: .unexpected(at: 0)),
        Case(bytes: [0x1F, 0x01, 0x00], failure: .unexpected(at: 0)),
        Case(bytes: [0x00, 0x00], failure: .unexpected(at: 0)),
        Case(bytes: [0x30, 0x80, 0x00, 0x00], failure: .notDefinite(at: 0)),
    ]

    @Test("refuses what runs out of its bounds, has huge lengths or tags, or no definite length", arguments: refused)
    func refusal(_ testCase: Case) {
        testCase.bytes.withUnsafeBufferPointer { pointer in
            var cursor = DERCursor(pointer)
            #expect(throws: testCase.failure) { try cursor.next() }
        }
    }

    @Test("reads back every length the encoder writes", arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536, 100_000])
    func lengths(_ count: Int) throws {
        let content = [UInt8](repeating: 7, count: count)
        let bytes = DEREncoder.element(.octetString, content) + [0x05, 0x00]
        try bytes.withUnsafeBufferPointer { pointer in
            var cursor = DERCursor(pointer)
            let element = try cursor.next(.octetString)
            #expect(element.count == count)
            #expect(Array(pointer[element.content]) == content)
            _ = try cursor.next(.null)
            #expect(cursor.isAtEnd)
        }
    }

    @Test(
        "reads back every integer",
        arguments: [0, 1, -1, 127, 128, -128, -129, 255, 256, 65_535, .max, .min, 31_029_730_454_480]
    )
    func integers(_ value: Int64) throws {
        let bytes = DEREncoder.integer(value)
        try bytes.withUnsafeBufferPointer { pointer in
            var cursor = DERCursor(pointer)
            let element = try cursor.next(.integer)
            #expect(pointer.integer(element.content) == value)
        }
    }

    @Test("refuses integers that are empty or longer than 64 bits")
    func integerOverflow() {
        for count in [0, 9, 100] {
            let content = [UInt8](repeating: 1, count: count)
            #expect(content.withUnsafeBufferPointer { $0.integer(0..<count) } == nil)
        }
    }
}
