public import Foundation

/// What the currencies of purchases are worth in the one in which figures are told.
///
/// A rate holds from its day until the next one of the same currency. A currency without a rate on a day has none:
/// its money is left out of the figures and counted as missing, never taken for another's.
public struct CurrencyRates: Sendable, Hashable {
    /// The currency of all figures, ISO 4217.
    public let reportingCurrency: String
    /// How many days a rate holds if no newer one follows; nil for without end.
    public let goodForDays: Int?

    /// By currency, sorted by day.
    let rates: [String: [Entry]]

    struct Entry: Sendable, Hashable {
        let day: Day
        let rate: Decimal
    }

    /// Purchases in one currency only.
    public init(reportingCurrency: String) {
        self.init(reportingCurrency: reportingCurrency, goodForDays: nil, rates: [:])
    }

    /// - Parameter rates: Of each currency by day; each day once.
    init(reportingCurrency: String, goodForDays: Int?, rates: [String: [Day: Decimal]]) {
        self.reportingCurrency = reportingCurrency
        self.goodForDays = goodForDays
        self.rates = rates.mapValues { days in
            days.map { Entry(day: $0.key, rate: $0.value) }.sorted { $0.day < $1.day }
        }
    }

    /// The currencies that have a rate on some day, and the reporting currency.
    public var currencies: Set<String> { Set(rates.keys).union([reportingCurrency]) }

    /// How much one unit of a currency was worth on a day; nil if the file does not say.
    public func rate(of currency: String, on day: Day) -> Decimal? {
        guard currency != reportingCurrency else { return 1 }
        guard let entries = rates[currency] else { return nil }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].day <= day { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        if let goodForDays, entry.day.days(to: day) >= goodForDays { return nil }
        return entry.rate
    }

    /// The first day on which some currency is worth something else than by other rates; nil if there is none.
    ///
    /// What was bought since then must be booked again; what was bought before is not touched.
    package func firstDifference(from other: CurrencyRates) -> Day? {
        guard reportingCurrency == other.reportingCurrency else { return .distantPast }
        return currencies.union(other.currencies).compactMap { currency in
            (changes(of: currency) + other.changes(of: currency)).filter { day in
                rate(of: currency, on: day) != other.rate(of: currency, on: day)
            }.min()
        }.min()
    }

    /// The days on which the worth of a currency may change.
    private func changes(of currency: String) -> [Day] {
        let days = rates[currency, default: []].map(\.day)
        return days + (goodForDays.map { good in days.map { $0.adding(days: good) } } ?? [])
    }
}
