import Foundation

extension CurrencyRates {
    /// How many rates a file may have: 40 currencies on each day of 50 years.
    static let maximumCount = 750_000
    /// How long a file of rates may be, in bytes: so many, with comments.
    package static let maximumLength = 64 * 1024 * 1024

    /// Reads a file of rates.
    ///
    /// The first line names the columns, the last of them by the reporting currency; then one line for each rate, in
    /// any order. Empty lines and lines that begin with `#` are passed over.
    ///
    /// ```
    /// date,currency,USD
    /// 2026-01-01,EUR,1.0832
    /// 2026-01-01,JPY,0.0064
    /// ```
    ///
    /// - Parameters:
    ///   - text: The file, in UTF-8.
    ///   - goodForDays: How many days a rate holds if no newer one follows; nil for without end.
    /// - Throws: ``RateError``, which names the line.
    public init(parsing text: String, goodForDays: Int? = nil) throws(RateError) {
        var reporting: String?
        var rates: [String: [Day: Decimal]] = [:]
        var count = 0
        // Line by line: a file that is too long is refused before it is taken apart.
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong(text.utf8.count) }
        var (number, position): (Int, String.Index?) = (0, text.startIndex)
        while let start = position {
            let end = text[start...].firstIndex(where: \.isNewline) ?? text.endIndex
            position = end < text.endIndex ? text.index(after: end) : nil
            number += 1
            let line = text[start..<end].trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard let own = reporting else {
                guard cells.count == 3, cells[0] == "date", cells[1] == "currency", Self.isCurrency(cells[2]) else {
                    throw RateError(.invalidHeader, line: number, seen: line)
                }
                reporting = cells[2]
                continue
            }
            count += 1
            guard count <= Self.maximumCount else {
                throw RateError(.tooLarge, line: number, seen: "\(Self.maximumCount)")
            }
            let (day, currency, rate) = try Self.entry(cells, of: line, number: number, reporting: own)
            guard rates[currency, default: [:]].updateValue(rate, forKey: day) == nil else {
                throw RateError(.repeatedRate, line: number, seen: line)
            }
        }
        guard let reporting else { throw RateError(.invalidHeader, line: 1, seen: text) }
        rates[reporting] = nil
        self.init(reportingCurrency: reporting, goodForDays: goodForDays, rates: rates)
    }

    private static func entry(
        _ cells: [String],
        of line: String,
        number: Int,
        reporting: String
    ) throws(RateError) -> (Day, String, Decimal) {
        guard cells.count == 3 else { throw RateError(.invalidLine, line: number, seen: line) }
        guard let day = Day(cells[0]) else { throw RateError(.invalidDate, line: number, seen: cells[0]) }
        guard isCurrency(cells[1]) else { throw RateError(.invalidCurrency, line: number, seen: cells[1]) }
        guard let rate = rate(cells[2]) else { throw RateError(.invalidRate, line: number, seen: cells[2]) }
        guard cells[1] != reporting || rate == 1 else { throw RateError(.ownRate, line: number, seen: cells[1]) }
        return (day, cells[1], rate)
    }

    /// Whether a text looks like a code of ISO 4217.
    static func isCurrency(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
    }

    /// Plain digits with a point, above 0 and below a billion, with up to 15 decimals.
    private static func rate(_ text: String) -> Decimal? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].utf8.count),
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDecimalDigit) }),
            parts.count == 1 || parts[1].utf8.count <= 15
        else { return nil }
        guard let rate = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), rate > 0 else { return nil }
        return rate
    }
}
