import AppStoreTrust
import Testing

@Suite("BER in definite form")
struct BERNormalizerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let definite: [UInt8]
    }

    static let cases = [
        Case(
            testDescription: "already definite",
            bytes: [0x30, 0x02, 0x05, 0x00],
            definite: [0x30, 0x02, 0x05, 0x00]
        ),
        Case(
            testDescription: "definite with a long length, which is kept",
            bytes: [0x30, 0x81, 0x02, 0x05, 0x00],
            definite: [0x30, 0x81, 0x02, 0x05, 0x00]
        ),
        Case(
            testDescription: "indefinite",
            bytes: [0x30, 0x80, 0x05, 0x00, 0x00, 0x00],
            definite: [0x30, 0x02, 0x05, 0x00]
        ),
        Case(
            testDescription: "indefinite inside definite",
            bytes: [0x30, 0x06, 0x30, 0x80, 0x05, 0x00, 0x00, 0x00],
            definite: [0x30, 0x04, 0x30, 0x02, 0x05, 0x00]
        ),
        Case(
            testDescription: "a string in pieces of indefinite length",
            bytes: [0x24, 0x80, 0x04, 0x01, 0x41, 0x04, 0x02, 0x42, 0x43, 0x00, 0x00],
            definite: [0x04, 0x03, 0x41, 0x42, 0x43]
        ),
        Case(
            testDescription: "a string in pieces of pieces",
            bytes: [0x24, 0x08, 0x24, 0x03, 0x04, 0x01, 0x41, 0x04, 0x01, 0x42],
            definite: [0x04, 0x02, 0x41, 0x42]
        ),
        Case(testDescription: "an empty string in pieces", bytes: [0x24, 0x80, 0x00, 0x00], definite: [0x04, 0x00]),
    ]

    @Test("joins strings and gives lengths", arguments: cases)
    func definite(_ testCase: Case) throws {
        #expect(try BERNormalizer.definite(testCase.bytes) == testCase.definite)
    }

    @Test(
        "refuses bytes that end early",
        arguments: [
            [], [0x30], [0x30, 0x80], [0x30, 0x80, 0x05, 0x00], [0x30, 0x80, 0x00], [0x24, 0x80, 0x04, 0x05, 0x01],
        ]
    )
    func truncated(_ bytes: [UInt8]) {
        #expect(throws: TrustError(.truncated, "")) { try BERNormalizer.definite(bytes) }
    }

    @Test(
        "refuses what BER does not allow",
        arguments: [
            [0x04, 0x80, 0x00, 0x00], [0x24, 0x80, 0x02, 0x01, 0x01, 0x00, 0x00], [0x3F, 0x80, 0x00, 0x00],
            [0x30, 0x03, 0x04, 0x05, 0x00, 0x00, 0x00],
        ]
    )
    func malformed(_ bytes: [UInt8]) {
        #expect(throws: TrustError(.malformed, "")) { try BERNormalizer.definite(bytes) }
    }

    @Test("refuses bytes after the end")
    func trailing() {
        #expect(throws: TrustError(.trailingBytes, "")) { try BERNormalizer.definite([0x05, 0x00, 0x00]) }
    }

    @Test("refuses elements and pieces that stand too deep, in no time", arguments: [0x30, 0x24, 0xA0] as [UInt8])
    func depth(_ tag: UInt8) {
        let deep = [[UInt8]](repeating: [tag, 0x80], count: 200_000).flatMap(\.self)
        #expect(throws: TrustError(.tooLarge, "")) { try BERNormalizer.definite(deep) }
    }
}
