/// Why a file of exchange rates is none.
public struct RateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which rule failed.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name in our interfaces.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The first line does not name the columns.
        public static let invalidHeader = Self(rawValue: "invalid-header")
        /// A line has not three cells.
        public static let invalidLine = Self(rawValue: "invalid-line")
        /// The first cell is no date.
        public static let invalidDate = Self(rawValue: "invalid-date")
        /// The second cell is no code of a currency.
        public static let invalidCurrency = Self(rawValue: "invalid-currency")
        /// The third cell is no number above zero.
        public static let invalidRate = Self(rawValue: "invalid-rate")
        /// A currency has two rates from the same day.
        public static let repeatedRate = Self(rawValue: "repeated-rate")
        /// The reporting currency has a rate that is not 1.
        public static let ownRate = Self(rawValue: "own-rate")
        /// There are more rates than are read.
        public static let tooLarge = Self(rawValue: "too-large")
        /// The file has more bytes than are read.
        public static let tooLong = Self(rawValue: "too-long")

        public var description: String { rawValue }
    }

    /// Which rule failed.
    public let code: Code
    /// The line, from 1.
    public let line: Int
    /// What was seen, at most 80 characters of it.
    public let seen: String

    init(_ code: Code, line: Int, seen: some StringProtocol) {
        self.code = code
        self.line = line
        self.seen = String(seen.prefix(80))
    }

    /// Of a file of which so many bytes were seen.
    package static func tooLong(_ count: Int) -> Self { Self(.tooLong, line: 1, seen: "\(count)") }

    public var description: String {
        let place = "line \(line) of the rates: "
        return switch code {
        case .invalidHeader:
            place + "\"\(seen)\" names no columns; write date,currency, and the code of the reporting currency: "
                + "date,currency,USD"
        case .invalidLine: place + "\"\(seen)\" has not three cells; write 2026-01-31,EUR,1.0832"
        case .invalidDate: place + "\"\(seen)\" is no date; write yyyy-MM-dd"
        case .invalidCurrency: place + "\"\(seen)\" is no currency; write three capitals of ISO 4217"
        case .invalidRate:
            place + "\"\(seen)\" is no rate; write how much one unit is worth, above 0, with a point: 0.0064"
        case .repeatedRate: place + "\"\(seen)\" has a rate from this day already; keep one of them"
        case .ownRate: place + "\"\(seen)\" is the reporting currency, which is worth 1; leave the line out"
        case .tooLarge: place + "there are more than \(seen) rates; leave out days on which nothing was sold"
        case .tooLong:
            "the rates are too long: \(seen) bytes were seen, and at most \(CurrencyRates.maximumLength) are read; leave "
                + "out comments, and days on which nothing was sold"
        default: place + code.rawValue
        }
    }
}
