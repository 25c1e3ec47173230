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
    public init(_ value: Decimal) {
        text = value.description
    }

    /// For texts the parser has already checked.
    init(checked text: String) {
        self.text = text
    }

    /// The value if it is a whole number that fits 64 bits. `1.0` and `1e3` count as whole.
    public var int64: Int64? {
        if let value = Int64(text) { return value }
        guard let double = Double(text), double.rounded(.towardZero) == double else { return nil }
        return Int64(exactly: double)
    }

    /// The nearest binary floating-point value.
    public var double: Double { Double(text) ?? .nan }

    /// The exact decimal value.
    public var decimal: Decimal { Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan }

    private static func isValid(_ utf8: String.UTF8View) -> Bool {
        var parser = JSONParser(bytes: Array(utf8), limits: JSONLimits())
        guard (try? parser.parseNumber()) != nil else { return false }
        return parser.isAtEnd
    }
}

extension JSONNumber: Hashable {
    // Numbers are equal when they mean the same, however they were spelt.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.decimal == right.decimal
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(decimal)
    }
}
