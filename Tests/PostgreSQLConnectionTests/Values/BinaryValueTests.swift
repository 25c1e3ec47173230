import Testing

@testable import PostgreSQLConnection

@Suite("A value as PostgreSQL sends it in binary")
struct BinaryValueTests {
    private func read(_ bytes: [UInt8], ofType type: UInt32) -> PostgreSQLValue? {
        bytes.withUnsafeBufferPointer { PostgreSQLValue(binary: $0, ofType: type) }
    }

    @Test(
        "is what its type says",
        arguments: [
            (16, [1], 1), (16, [0], 0), (17, [0, 255], .bytes([0, 255])), (17, [], .bytes([])),
            (20, [0x80, 0, 0, 0, 0, 0, 0, 0], .integer(.min)), (20, [0, 0, 0, 0, 0, 0, 1, 2], 258),
            (21, [255, 254], -2), (23, [0x7f, 255, 255, 255], 2_147_483_647), (23, [255, 255, 255, 255], -1),
            (25, [0xc3, 0xa9], .text("é")), (1043, [], .text("")), (701, [0x3f, 0xe0, 0, 0, 0, 0, 0, 0], .real(0.5)),
        ] as [(UInt32, [UInt8], PostgreSQLValue)]
    )
    func values(type: UInt32, bytes: [UInt8], value: PostgreSQLValue) { #expect(read(bytes, ofType: type) == value) }

    @Test(
        "is none if it has another length, is no UTF-8, or of a type that nobody asks for",
        arguments: [
            (16, []), (16, [2]), (16, [0, 1]), (20, []), (20, [0, 0, 0, 1]), (20, [0, 0, 0, 0, 0, 0, 0, 0, 1]),
            (21, [1]),
            (23, [0, 0, 0, 0, 0, 0, 0, 1]), (25, [0x61, 0xff]), (1043, [0xc3]), (701, [0, 0, 0, 0]), (1700, [0, 1]),
            (3802, [1, 0x7b, 0x7d]),
        ] as [(UInt32, [UInt8])]
    )
    func noValues(type: UInt32, bytes: [UInt8]) { #expect(read(bytes, ofType: type) == nil) }
}
