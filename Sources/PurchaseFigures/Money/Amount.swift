public import Foundation

/// Money, exact to nine decimals: whole units of the reporting currency and billionths of one.
///
/// A value is rounded once, when it is made of a price, a rate and a factor (halves away from zero); sums are exact
/// from then on, in any order. A million rows that were all rounded the same way are off by less than a thousandth of
/// a unit. Both parts can be added up by a database without a carry: ``init(units:nanos:)`` takes any pair.
public struct Amount: Sendable, Hashable {
    /// The whole units, rounded down.
    public let units: Int64
    /// The billionths beyond ``units``: 0 to 999 999 999, also where the amount is negative.
    public let nanos: Int64

    /// How many nanos a unit has.
    static let nanosPerUnit: Int64 = 1_000_000_000

    /// An amount of whole units and billionths of any size and sign; the billionths are carried.
    ///
    /// What is beyond 64 bits counts as the largest amount there is.
    public init(units: Int64, nanos: Int64 = 0) {
        var (carry, rest) = nanos.quotientAndRemainder(dividingBy: Self.nanosPerUnit)
        if rest < 0 { (carry, rest) = (carry - 1, rest + Self.nanosPerUnit) }
        let (sum, overflow) = units.addingReportingOverflow(carry)
        self.units = overflow ? (carry < 0 ? .min : .max) : sum
        self.nanos = rest
    }

    /// Nothing.
    public static let zero = Self(units: 0)

    /// Whether it is less than nothing.
    public var isNegative: Bool { units < 0 }

    /// The same amount with the other sign.
    public static prefix func - (amount: Self) -> Self {
        Self(units: amount.units == .min ? .max : -amount.units, nanos: -amount.nanos)
    }

    /// The sum; beyond 64 bits of units the largest amount there is.
    public static func + (left: Self, right: Self) -> Self {
        let (sum, overflow) = left.units.addingReportingOverflow(right.units)
        guard !overflow else { return Self(units: right.units < 0 ? .min : .max) }
        return Self(units: sum, nanos: left.nanos + right.nanos)
    }

    /// The difference.
    public static func - (left: Self, right: Self) -> Self { left + -right }

    /// Adds an amount.
    public static func += (left: inout Self, right: Self) { left = left + right }
}

extension Amount: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        left.units == right.units ? left.nanos < right.nanos : left.units < right.units
    }
}

extension Amount {
    /// The largest number that a price, a factor or their product may have: beyond it something is broken.
    static let limit = Decimal(1_000_000_000_000)

    /// A decimal, rounded to nine decimals with halves away from zero.
    ///
    /// - Returns: nil for what is no number, and beyond a trillion units, which no price is.
    public init?(rounding decimal: Decimal) {
        guard !decimal.isNaN, decimal.magnitude <= Self.limit else { return nil }
        var exact = decimal
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 9, .plain)
        self.init("\(rounded)")
    }

    /// The amount as a decimal.
    public var decimal: Decimal { Decimal(units) + Decimal(nanos) / Decimal(Self.nanosPerUnit) }

    /// The amount with so many decimals, halves away from zero, for people to read: `59.42`.
    ///
    /// - Parameter decimals: 0 to 9; what is outside counts as the nearest.
    public func text(decimals: Int) -> String {
        let decimals = min(max(decimals, 0), 9)
        let step = (0..<(9 - decimals)).reduce(Int64(1)) { product, _ in product * 10 }
        let size = isNegative ? -self : self
        let rounded = Self(units: size.units, nanos: (size.nanos + step / 2) / step * step)
        let digits = rounded.digits.prefix(decimals)
        let sign = isNegative && rounded != .zero ? "-" : ""
        return sign + "\(rounded.units)" + (decimals == 0 ? "" : "." + digits)
    }

    /// The nine decimals of an amount that is not negative.
    private var digits: String {
        let digits = String(nanos)
        return String(repeating: "0", count: 9 - digits.count) + digits
    }
}

extension Amount: CustomStringConvertible, LosslessStringConvertible {
    /// All of the amount in plain digits, without zeros at the end: `57`, `2.82625`, `-10`.
    public var description: String {
        let size = isNegative ? -self : self
        let decimals = size.digits.reversed().drop { $0 == "0" }.reversed()
        return (isNegative ? "-" : "") + "\(size.units)" + (decimals.isEmpty ? "" : "." + String(decimals))
    }

    /// Reads what ``description`` writes.
    ///
    /// - Returns: nil if the text is no such number, has more than nine decimals, or does not fit.
    public init?(_ description: String) {
        var text = description[...]
        let isNegative = text.first == "-"
        if isNegative { text = text.dropFirst() }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, whole.utf8.allSatisfy(\.isDecimalDigit),
            let units = Int64(whole)
        else { return nil }
        var nanos: Int64 = 0
        if parts.count == 2 {
            let digits = parts[1]
            guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDecimalDigit),
                let value = Int64(digits + String(repeating: "0", count: 9 - digits.utf8.count))
            else { return nil }
            nanos = value
        }
        self.init(units: isNegative ? -units : units, nanos: isNegative ? -nanos : nanos)
    }
}

extension Amount: Codable {
    /// Reads the text of an amount.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let amount = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "an amount is a text of digits with at most nine decimals, such as \"12.5\""
            )
        }
        self = amount
    }

    /// Writes the text, because numbers of JSON lose digits in most readers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension UInt8 {
    /// Whether it is one of the digits 0 to 9 in ASCII.
    var isDecimalDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
