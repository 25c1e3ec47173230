/// The checksum of gzip (RFC 1952, 8).
struct CRC32 {
    private var register: UInt32 = .max

    /// Of everything that was added.
    var value: UInt32 { ~register }

    mutating func add(_ byte: UInt8) {
        register = Self.table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}
