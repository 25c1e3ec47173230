import Foundation

/// A number of units.
struct PeriodLength: Sendable, Hashable {
    var count: Int
    var unit: PriceUnit

    /// The length in twelfths of a day; 0 for a period that is none.
    var twelfthsOfDays: Int { max(0, count) * unit.twelfthsOfDays }
}

/// A price for a length of time.
struct UnitPrice: Sendable, Hashable {
    let price: Decimal
    let length: PeriodLength

    init(_ price: Decimal, for length: PeriodLength) { (self.price, self.length) = (price, length) }

    /// The price per unit; nil if the period has no length. Multiplied before it is divided: the division alone may not end.
    func exactAmount(per unit: PriceUnit) -> Decimal? {
        guard length.twelfthsOfDays > 0 else { return nil }
        return price * Decimal(unit.twelfthsOfDays) / Decimal(length.twelfthsOfDays)
    }

    func money(
        per unit: PriceUnit,
        _ style: Decimal.FormatStyle.Currency,
        _ rounding: NSDecimalNumber.RoundingMode
    ) -> PriceMoney? {
        exactAmount(per: unit).map { PriceMoney($0, style, rounding) }
    }

    /// How much less it is than another price in the same time, in whole percent rounded down; nil if it is not less.
    func saving(comparedWith other: UnitPrice) -> Int? {
        guard length.twelfthsOfDays > 0, other.length.twelfthsOfDays > 0, other.price > 0 else { return nil }
        // Both by the product of the lengths, so that nothing is divided before the end.
        let own = price * Decimal(other.length.twelfthsOfDays)
        let others = other.price * Decimal(length.twelfthsOfDays)
        guard own < others else { return nil }
        var exact = (others - own) * 100 / others
        var percent = Decimal()
        NSDecimalRound(&percent, &exact, 0, .down)
        let whole = NSDecimalNumber(decimal: percent).intValue
        return whole > 0 ? whole : nil
    }
}
