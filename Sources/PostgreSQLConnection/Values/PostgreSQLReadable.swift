package import Foundation

/// A type that is read from a column.
package protocol PostgreSQLReadable: Sendable {
    /// - Parameter bytes: The value as PostgreSQL writes it as text, alive only during the call.
    init?(postgreSQLText bytes: UnsafeBufferPointer<UInt8>)
}

extension String: PostgreSQLReadable {
    package init?(postgreSQLText bytes: UnsafeBufferPointer<UInt8>) { self.init(validating: bytes, as: UTF8.self) }
}

extension Int64: PostgreSQLReadable {
    package init?(postgreSQLText bytes: UnsafeBufferPointer<UInt8>) {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            let digit = Int64(byte &- 0x30)
            let (tens, first) = value.multipliedReportingOverflow(by: 10)
            let (sum, second) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            guard !first, !second else { return nil }
            value = sum
        }
        self = value
    }
}

extension Int: PostgreSQLReadable {
    package init?(postgreSQLText bytes: UnsafeBufferPointer<UInt8>) {
        guard let value = Int64(postgreSQLText: bytes) else { return nil }
        self.init(exactly: value)
    }
}

extension Double: PostgreSQLReadable {
    package init?(postgreSQLText bytes: UnsafeBufferPointer<UInt8>) {
        switch String(decoding: bytes, as: UTF8.self) {
        case "NaN": self = .nan
        case "Infinity": self = .infinity
        case "-Infinity": self = -.infinity
        case let text: self.init(text)
        }
    }
}

extension Bool: PostgreSQLReadable {
    package init?(postgreSQLText bytes: UnsafeBufferPointer<UInt8>) {
        switch bytes.count == 1 ? bytes[0] : 0 {
        case UInt8(ascii: "t"): self = true
        case UInt8(ascii: "f"): self = false
        default: return nil
        }
    }
}

extension [UInt8]: PostgreSQLReadable {
    /// A `bytea` is written as `\x` and two hexadecimal digits for each byte, whatever version the server is of: the session
    /// sets `bytea_output`.
    package init?(postgreSQLText bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 2, bytes.count.isMultiple(of: 2), bytes[0] == 0x5c, bytes[1] == 0x78 else { return nil }
        var isValid = true
        self.init(unsafeUninitializedCapacity: bytes.count / 2 - 1) { buffer, count in
            count = bytes.count / 2 - 1
            for index in 0..<count {
                let high = HexadecimalDigit.values[Int(bytes[2 * index + 2])]
                let low = HexadecimalDigit.values[Int(bytes[2 * index + 3])]
                isValid = isValid && high < 16 && low < 16
                buffer.initializeElement(at: index, to: high << 4 | low & 15)
            }
        }
        guard isValid else { return nil }
    }
}

extension Data: PostgreSQLReadable {
    package init?(postgreSQLText bytes: UnsafeBufferPointer<UInt8>) {
        guard let value = [UInt8](postgreSQLText: bytes) else { return nil }
        self.init(value)
    }
}

private enum HexadecimalDigit {
    /// The value of each byte as a digit, 255 if it is none.
    static let values: [UInt8] = (0...255).map { (byte: UInt8) in
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x57
        case 0x41...0x46: byte - 0x37
        default: 255
        }
    }
}
