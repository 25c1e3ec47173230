/// A question to the table of rows: which to add up, and by what to keep the sums apart.
///
/// One `SELECT … WHERE … GROUP BY …`; ``FigureRows/sums(_:)`` answers it in memory.
public struct RowQuery: Sendable, Hashable {
    /// The rows that count.
    public var measures: [Measure]
    /// The days of the rows, half-open.
    public var days: Range<Day>
    /// The cohorts of the rows, half-open; nil for all.
    public var cohorts: Range<Int32>?
    /// The steps of the rows; nil for all.
    public var steps: ClosedRange<Int32>?
    /// The segments of the rows.
    public var filter: SegmentFilter
    /// Sums are kept apart by measure always, and by these.
    public var groups: Set<Group>
    /// A member of the segment by which sums are kept apart, too.
    public var dimension: SegmentDimension?

    /// A column by which sums can be kept apart.
    public enum Group: String, Sendable, Hashable, CaseIterable {
        /// The day.
        case day
        /// The cohort.
        case cohort
        /// The step.
        case step
    }

    /// A question.
    public init(
        _ measures: [Measure],
        days: Range<Day>,
        cohorts: Range<Int32>? = nil,
        steps: ClosedRange<Int32>? = nil,
        filter: SegmentFilter = SegmentFilter(),
        groups: Set<Group> = [],
        dimension: SegmentDimension? = nil
    ) {
        self.measures = measures
        self.days = days
        self.cohorts = cohorts
        self.steps = steps
        self.filter = filter
        self.groups = groups
        self.dimension = dimension
    }

    /// Whether a row is one of those asked for.
    public func matches(_ key: RowKey) -> Bool {
        measures.contains(key.measure) && days.contains(key.day)
            && cohorts?.contains(key.cohort) ?? true && steps?.contains(key.step) ?? true
            && filter.contains(key.segment)
    }
}

/// One sum of the answer to a ``RowQuery``.
public struct RowSum: Sendable, Hashable {
    /// What was added up.
    public var measure: Measure
    /// The day; ``Day/distantPast`` where sums are not kept apart by it.
    public var day: Day
    /// The cohort; 0 where sums are not kept apart by it.
    public var cohort: Int32
    /// The step; 0 where sums are not kept apart by it.
    public var step: Int32
    /// The value of the query's dimension; empty where there is none.
    public var name: String
    /// The sum of the counts.
    public var count: Int64
    /// The sum of the amounts.
    public var amount: Amount

    /// A sum.
    public init(
        _ measure: Measure,
        day: Day = .distantPast,
        cohort: Int32 = 0,
        step: Int32 = 0,
        name: String = "",
        count: Int64,
        amount: Amount
    ) {
        self.measure = measure
        self.day = day
        self.cohort = cohort
        self.step = step
        self.name = name
        self.count = count
        self.amount = amount
    }
}
