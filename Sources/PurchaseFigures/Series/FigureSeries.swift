/// A figure over time: what a chart draws, its table shows, and HTTP and CSV answer.
public struct FigureSeries: Sendable, Hashable, Codable {
    /// Which figure, by ``PurchaseFigure/id``.
    public var figure: String
    /// Its name for people.
    public var title: String
    /// What it is, in one sentence.
    public var definition: String
    /// The currency of all money.
    public var currency: String
    /// Up to which day facts were counted.
    public var asOf: Day
    /// The lines, sorted by segment and in the figure's order.
    public var lines: [SeriesLine]
    /// Purchases whose money is not in it, because price or rate are not known; empty for figures without money.
    public var missing: [MissingMoney]

    /// A series.
    public init(
        figure: String,
        title: String,
        definition: String,
        currency: String,
        asOf: Day,
        lines: [SeriesLine],
        missing: [MissingMoney] = []
    ) {
        self.figure = figure
        self.title = title
        self.definition = definition
        self.currency = currency
        self.asOf = asOf
        self.lines = lines
        self.missing = missing
    }
}

/// One line of a chart, or one row of a heat map.
public struct SeriesLine: Sendable, Hashable, Codable {
    /// What it shows; of cohorts the first day.
    public var name: String
    /// The segment, if the figure was split.
    public var segment: String?
    /// The points, in order.
    public var points: [SeriesPoint]

    /// A line.
    public init(name: String, segment: String? = nil, points: [SeriesPoint]) {
        self.name = name
        self.segment = segment
        self.points = points
    }
}

/// One point of a line.
public struct SeriesPoint: Sendable, Hashable, Codable {
    /// The first day of its period; of cohorts the cohort's.
    public var start: Day
    /// The day after its last.
    public var end: Day
    /// The number of the renewal, or the window in days, in figures of cohorts; nil elsewhere, and for a window
    /// without end.
    public var step: Int?
    /// The value.
    public var value: FigureValue
    /// Whether nothing can be added any more but what is heard late.
    public var isComplete: Bool

    /// A point.
    public init(start: Day, end: Day, step: Int? = nil, value: FigureValue, isComplete: Bool) {
        self.start = start
        self.end = end
        self.step = step
        self.value = value
        self.isComplete = isComplete
    }
}

/// Purchases whose money is in no figure.
public struct MissingMoney: Sendable, Hashable, Codable {
    /// What is not known of them.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// The rate of the currency on the day of the purchase.
        case rate
        /// The price; receipts of before signed transactions have none.
        case price
        /// What tax and commission leave of it; only proceeds lack it.
        case proceeds
    }

    /// What is not known.
    public var reason: Reason
    /// The currency; empty where it was not stated.
    public var currency: String
    /// How many purchases.
    public var count: Int64

    /// So many purchases without money.
    public init(reason: Reason, currency: String, count: Int64) {
        self.reason = reason
        self.currency = currency
        self.count = count
    }
}
