/// The length of a subscription period: so many days, weeks, months or years.
public struct BillingPeriod: Sendable, Hashable, CustomStringConvertible {
    /// What is counted.
    public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
        case day, week, month, year
    }

    /// What is counted.
    public let unit: Unit
    /// How many, at least 1.
    public let count: Int

    /// A length; nil unless `count` is 1 to 9999.
    public init?(count: Int, unit: Unit) {
        guard (1...9999).contains(count) else { return nil }
        self.unit = unit
        self.count = count
    }

    /// Reads `P1W`, `P3M`, `P1Y` and the like: one number and one unit.
    public init?(iso8601 text: String) {
        guard text.utf8.count >= 3, text.first == "P", let letter = text.last,
            let unit = Unit(iso8601: letter), text.dropFirst().dropLast().allSatisfy(\.isASCIIDigit),
            let count = Int(text.dropFirst().dropLast())
        else { return nil }
        self.init(count: count, unit: unit)
    }

    /// The ISO 8601 duration, for example `P1M`.
    public var iso8601: String { "P\(count)\(unit.letter)" }

    public var description: String { iso8601 }

    /// This length so many times; nil if that is too long.
    public func times(_ factor: Int) -> BillingPeriod? {
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        return overflow ? nil : BillingPeriod(count: product, unit: unit)
    }
}

extension BillingPeriod: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let period = BillingPeriod(iso8601: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no ISO 8601 period: \(text)")
        }
        self = period
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}

extension BillingPeriod.Unit {
    fileprivate init?(iso8601 letter: Character) {
        guard let unit = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
        self = unit
    }

    fileprivate var letter: Character {
        switch self {
        case .day: "D"
        case .week: "W"
        case .month: "M"
        case .year: "Y"
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
