package import Foundation

/// The bytes of a PNG image: enough of it to know that it is one, whole and undamaged.
package struct PNGFile: Sendable, Hashable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int

    /// Why bytes are no PNG image.
    package struct Damage: Error, Sendable, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads all chunks of an image.
    ///
    /// - Throws: The first rule that the bytes break.
    package init(_ data: Data) throws(Damage) {
        let bytes = Array(data)
        guard bytes.starts(with: Self.signature) else { throw Damage("it does not begin as a PNG image does") }
        var reader = ChunkReader(bytes: bytes, position: Self.signature.count)
        let header = try reader.next()
        guard header.type == "IHDR", header.content.count == 13 else {
            throw Damage("its first chunk is \(header.type), not IHDR of 13 bytes")
        }
        (width, height) = try Self.size(header.content)
        var hasPixels = false
        while true {
            let chunk = try reader.next()
            if chunk.type == "IDAT", !chunk.content.isEmpty { hasPixels = true }
            guard chunk.type == "IEND" else { continue }
            guard hasPixels else { throw Damage("it has no chunk IDAT, so no pixels") }
            guard reader.isAtEnd else { throw Damage("bytes follow its last chunk") }
            return
        }
    }

    private static func size(_ header: ArraySlice<UInt8>) throws(Damage) -> (Int, Int) {
        let fields = Array(header)
        let (width, height) = (number(fields[0..<4]), number(fields[4..<8]))
        guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
            throw Damage("it is \(width) by \(height) pixels large")
        }
        // Depths by colour type, as the format allows them.
        let depths: [UInt8: Set<UInt8>] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        guard depths[fields[9]]?.contains(fields[8]) == true, fields[10] == 0, fields[11] == 0, fields[12] <= 1 else {
            throw Damage("its header names a colour type, depth or method that there is not")
        }
        return (width, height)
    }

    fileprivate static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// Takes one chunk after the other: length, type, content, checksum.
private struct ChunkReader {
    let bytes: [UInt8]
    var position: Int

    var isAtEnd: Bool { position == bytes.count }

    mutating func next() throws(PNGFile.Damage) -> (type: String, content: ArraySlice<UInt8>) {
        guard bytes.count - position >= 12 else { throw PNGFile.Damage("it ends in the middle") }
        let length = PNGFile.number(bytes[position..<position + 4])
        guard length <= bytes.count - position - 12 else { throw PNGFile.Damage("it ends in the middle of a chunk") }
        let body = bytes[position + 4..<position + 8 + length]
        let type = String(decoding: body.prefix(4), as: UTF8.self)
        guard body.prefix(4).allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
            throw PNGFile.Damage("a chunk has no name")
        }
        let checksum = PNGFile.number(bytes[position + 8 + length..<position + 12 + length])
        guard checksum == Int(CyclicRedundancyCheck.value(of: body)) else {
            throw PNGFile.Damage("the checksum of its chunk \(type) is wrong")
        }
        position += 12 + length
        return (type, body.dropFirst(4))
    }
}

/// CRC-32 of ISO 3309, as PNG has it.
enum CyclicRedundancyCheck {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func value(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { value, byte in table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
    }
}
