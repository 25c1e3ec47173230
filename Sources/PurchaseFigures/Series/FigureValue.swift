public import Foundation

/// What a figure says at one point.
public enum FigureValue: Sendable, Hashable {
    /// How many.
    case count(Int64)
    /// How much, in the reporting currency.
    case money(Amount)
    /// A part of a whole, of which there may be none; both are counts, or both are money.
    case share(part: Amount, whole: Amount)
    /// Money for each of so many, of whom there may be none.
    case average(total: Amount, count: Int64)
}

extension FigureValue {
    /// The value as exact text, a share as a decimal rounded to six digits (`0.4912`); nil for a share of nothing.
    public var text: String? {
        switch self {
        case .count(let count): String(count)
        case .money(let amount): amount.description
        case .share: decimal.flatMap { Self.rounded($0, 6) }?.description
        case .average: decimal.flatMap { Self.rounded($0, 9) }?.description
        }
    }

    /// The value as a number, a quotient with as many digits as a `Decimal` has; nil for a share of nothing.
    public var decimal: Decimal? {
        switch self {
        case .count(let count): Decimal(count)
        case .money(let amount): amount.decimal
        case .share(let part, let whole): whole == .zero ? nil : part.decimal / whole.decimal
        case .average(let total, let count): count == 0 ? nil : total.decimal / Decimal(count)
        }
    }

    /// A share of counts.
    static func share(_ part: Int64, of whole: Int64) -> Self {
        .share(part: Amount(units: part), whole: Amount(units: whole))
    }

    private static func rounded(_ value: Decimal, _ digits: Int) -> Decimal? {
        var value = value
        var result = Decimal()
        NSDecimalRound(&result, &value, digits, .plain)
        return result.isNaN ? nil : result
    }
}

extension FigureValue: Codable {
    private enum CodingKeys: String, CodingKey {
        case count, money, share, part, whole, total
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let total = try container.decodeIfPresent(Amount.self, forKey: .total) {
            self = .average(total: total, count: try container.decode(Int64.self, forKey: .count))
        } else if let part = try container.decodeIfPresent(Amount.self, forKey: .part) {
            self = .share(part: part, whole: try container.decode(Amount.self, forKey: .whole))
        } else if let count = try container.decodeIfPresent(Int64.self, forKey: .count) {
            self = .count(count)
        } else {
            self = .money(try container.decode(Amount.self, forKey: .money))
        }
    }

    /// Writes `{"count":4}`, `{"money":"57"}`, `{"part":"1","share":"0.25","whole":"4"}` or
    /// `{"count":5,"money":"34.2","total":"171"}`; a share of nothing has no `share`, an average of nothing no
    /// `money`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .count(let count): try container.encode(count, forKey: .count)
        case .money(let amount): try container.encode(amount, forKey: .money)
        case .share(let part, let whole):
            try container.encodeIfPresent(text, forKey: .share)
            try container.encode(part, forKey: .part)
            try container.encode(whole, forKey: .whole)
        case .average(let total, let count):
            try container.encodeIfPresent(text, forKey: .money)
            try container.encode(total, forKey: .total)
            try container.encode(count, forKey: .count)
        }
    }
}
