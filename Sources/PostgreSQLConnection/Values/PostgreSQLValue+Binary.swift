extension PostgreSQLValue {
    /// Reads a value in the octets in which PostgreSQL sends it where it is asked to: numbers with the highest octet first, bytes
    /// and text as they are.
    ///
    /// - Parameters:
    ///   - bytes: Alive only during the call.
    ///   - type: The number of its type in `pg_type`.
    /// - Returns: The same as of its text; nil for what is no value of the type, and for a type that nobody asks for in binary.
    init?(binary bytes: UnsafeBufferPointer<UInt8>, ofType type: UInt32) {
        switch type {
        case 16:
            guard let value = UInt8(bigEndian: bytes), value <= 1 else { return nil }
            self = .integer(Int64(value))
        case 17: self = .bytes(Array(bytes))
        case 20:
            guard let value = UInt64(bigEndian: bytes) else { return nil }
            self = .integer(Int64(bitPattern: value))
        case 21:
            guard let value = UInt16(bigEndian: bytes) else { return nil }
            self = .integer(Int64(Int16(bitPattern: value)))
        case 23:
            guard let value = UInt32(bigEndian: bytes) else { return nil }
            self = .integer(Int64(Int32(bitPattern: value)))
        case 25, 1043:
            guard let value = String(validating: bytes, as: UTF8.self) else { return nil }
            self = .text(value)
        case 701:
            guard let value = UInt64(bigEndian: bytes) else { return nil }
            self = .real(Double(bitPattern: value))
        default: return nil
        }
    }
}

extension FixedWidthInteger {
    /// Nil unless there are as many octets as the number has.
    fileprivate init?(bigEndian bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == Self.bitWidth / 8 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}
