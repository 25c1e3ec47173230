extension CurrencyRates {
    /// The rates as a file that ``init(parsing:goodForDays:)`` reads, sorted by currency and day.
    public var text: String {
        let lines = rates.sorted { $0.key < $1.key }.flatMap { currency, entries in
            entries.map { "\($0.day),\(currency),\($0.rate)" }
        }
        return (["date,currency,\(reportingCurrency)"] + lines).joined(separator: "\n") + "\n"
    }
}
