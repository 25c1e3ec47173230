public import Foundation

/// A JSON number with the digits it was written with.
public struct JSONNumber: Sendable {
    /// The number as it stands in the JSON text, for example `1697679936049.7297`.
    public let text: String

    /// A number from its JSON spelling.
    ///
    /// - Returns: nil if `text` is not a number in the grammar of RFC 8259.
    public init?(text: String) {
        guard JSONNumber.isValid(text.utf8) else { return nil }
        self.text = text
    }

    /// A number from an integer.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// A number from a decimal, for example a price.
    ///
    /// - Returns: nil for "not a number", which JSON cannot write.
    public init?(_ value: Decimal) {
        guard !value.isNaN else { return nil }
        // Digits, and at most a sign and a point: always JSON's grammar.
        text = value.description
    }

    /// For texts the parser has already checked.
    init(checked text: String) {
        self.text = text
    }

    /// The value if it is a whole number that fits 64 bits, exactly. `1.0` and `1e3` count as whole.
    public var int64: Int64? { Int64(text) ?? canonical?.int64 }

    /// The nearest binary floating-point value.
    public var double: Double {
        // A whole number of at most 53 bits is a value of its own, and found in a fraction of the time.
        if text.utf8.count < 16, let whole = Int64(text), whole > 0 { return Double(whole) }
        return Double(text) ?? .nan
    }

    /// The exact decimal value.
    public var decimal: Decimal { Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan }

    private static func isValid(_ utf8: String.UTF8View) -> Bool {
        // Nearly all are whole and have no sign; answers of the App Store have tens of thousands of them.
        if let first = utf8.first, first != UInt8(ascii: "0"),
            utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        {
            return true
        }
        var parser = JSONParser(bytes: Array(utf8), limits: JSONLimits())
        guard (try? parser.parseNumber()) != nil else { return false }
        return parser.isAtEnd
    }
}

extension JSONNumber: Hashable {
    // Numbers are equal when they mean the same, however they were spelt, to the last digit.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.text == right.text { return true }
        guard let leftValue = left.canonical, let rightValue = right.canonical else { return false }
        return leftValue == rightValue
    }

    public func hash(into hasher: inout Hasher) {
        if let canonical { hasher.combine(canonical) } else { hasher.combine(text) }
    }

    /// Nil only if the exponent is too large to count with; such numbers are compared as text.
    private var canonical: CanonicalNumber? { CanonicalNumber(text: text) }
}
