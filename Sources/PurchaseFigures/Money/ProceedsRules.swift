public import Foundation

/// What is left of a price after tax and the App Store's commission, as the developer states it.
///
/// The App Store tells neither in its signed data. A row holds from its day, for one storefront or for all that have
/// no row of their own; where no row holds there are no proceeds, rather than wrong ones.
public struct ProceedsRules: Sendable, Hashable {
    /// How much of a price is tax.
    public enum Tax: Sendable, Hashable {
        /// Included at a rate: 19 of 119 with `0.19`.
        case rate(Decimal)
        /// A share of the whole price: 5 of 100 with `0.05`.
        case share(Decimal)
        /// Not known; counts as none.
        public static let unknown = Self.rate(0)
    }

    /// What holds from a day.
    public struct Row: Sendable, Hashable {
        /// The first day of it.
        public var from: Day
        /// The storefront, ISO 3166-1 alpha-3; nil for all that have no row of their own.
        public var storefront: String?
        /// The tax that is in prices.
        public var tax: Tax
        /// The share of the App Store after tax: `0.30`, or `0.15` in the Small Business Program.
        public var commission: Decimal
        /// Its share of a subscription after one year of paid service; nil if that makes no difference.
        public var commissionAfterYear: Decimal?

        /// A row of the table.
        public init(
            from: Day,
            storefront: String? = nil,
            tax: Tax = .unknown,
            commission: Decimal,
            commissionAfterYear: Decimal? = nil
        ) {
            self.from = from
            self.storefront = storefront
            self.tax = tax
            self.commission = commission
            self.commissionAfterYear = commissionAfterYear
        }
    }

    /// The rows, in any order; of several that hold the newest counts. Of two that say different things of one day and
    /// storefront neither does: see ``contradictions``.
    public var rows: [Row]

    /// A table of these rows.
    public init(_ rows: [Row]) { self.rows = rows }

    /// The row for a sale: the newest of the storefront, or else the newest of all storefronts.
    ///
    /// - Returns: nil where no row holds, and where the newest ones contradict each other.
    public func row(storefront: String?, on day: Day) -> Row? {
        let holding = rows.filter { $0.from <= day }
        let own = holding.filter { $0.storefront != nil && $0.storefront == storefront }
        let candidates = own.isEmpty ? holding.filter { $0.storefront == nil } : own
        guard let newest = candidates.max(by: { $0.from < $1.from }) else { return nil }
        return candidates.allSatisfy { $0.from != newest.from || $0 == newest } ? newest : nil
    }

    /// Rows that hold from the same day for the same storefront and say different things: which of them is meant has to be
    /// said, and until then nothing is left of a sale for which they would count.
    public var contradictions: [Row] {
        rows.filter { row in
            rows.contains { $0 != row && $0.from == row.from && $0.storefront == row.storefront }
        }
    }
}

extension ProceedsRules.Row {
    /// A price without its tax, not rounded.
    public func netOfTax(_ gross: Decimal) -> Decimal {
        switch tax {
        case .rate(let rate): rate > -1 ? gross / (1 + rate) : gross
        case .share(let share): gross * (1 - share)
        }
    }

    /// What the developer gets of a price, not rounded.
    ///
    /// - Parameters:
    ///   - gross: The price.
    ///   - isAfterYear: Whether the subscriber has paid for a year of service.
    public func proceeds(_ gross: Decimal, isAfterYear: Bool = false) -> Decimal {
        let commission = isAfterYear ? commissionAfterYear ?? commission : commission
        // Multiplied before it is divided, so that what comes out even is even.
        return switch tax {
        case .rate(let rate): rate > -1 ? gross * (1 - commission) / (1 + rate) : gross * (1 - commission)
        case .share(let share): gross * (1 - share) * (1 - commission)
        }
    }
}
