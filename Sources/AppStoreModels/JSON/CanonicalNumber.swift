/// The value of a JSON number as digits and a power of ten: one form for all spellings, and exact.
struct CanonicalNumber: Hashable {
    private let isNegative: Bool
    /// The significant digits in ASCII, without zeros at either end; empty for zero.
    private let digits: [UInt8]
    /// The power of ten that the last digit counts.
    private let exponent: Int

    /// - Parameter text: A number in the grammar of RFC 8259.
    /// - Returns: nil if the exponent does not fit.
    init?(text: String) {
        var mantissa = text.utf8[...]
        var power = 0
        if let mark = mantissa.firstIndex(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            guard let value = Int(Substring(mantissa[mark...].dropFirst())) else { return nil }
            power = value
            mantissa = mantissa[..<mark]
        }
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
        let fraction = mantissa[point...].dropFirst()
        let hasSign = mantissa.first == UInt8(ascii: "-")
        let allDigits = Array(mantissa[..<point].dropFirst(hasSign ? 1 : 0)) + Array(fraction)
        let trailing = allDigits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        digits = Array(allDigits.dropLast(trailing).drop { $0 == UInt8(ascii: "0") })
        let (sum, overflow) = power.addingReportingOverflow(trailing - fraction.count)
        guard !overflow else { return nil }
        // Zero is zero, whatever its sign and exponent.
        isNegative = hasSign && !digits.isEmpty
        exponent = digits.isEmpty ? 0 : sum
    }

    /// The value if it is whole and fits 64 bits.
    var int64: Int64? {
        guard exponent >= 0, digits.count <= 19, exponent <= 19 - digits.count else { return nil }
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: digits.isEmpty ? 1 : exponent)
        return Int64((isNegative ? "-" : "") + String(decoding: digits + zeros, as: UTF8.self))
    }
}
