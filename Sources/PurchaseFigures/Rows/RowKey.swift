/// What tells rows apart: the columns of the table's primary key.
public struct RowKey: Sendable, Hashable {
    /// What is counted.
    public var measure: Measure
    /// The day to which it belongs.
    public var day: Day
    /// Whose it is.
    public var segment: Segment
    /// The day that ``Measure`` says, as ``Day/rawValue``; 0 where a measure has none.
    public var cohort: Int32
    /// The number that ``Measure`` says; 0 where a measure has none.
    public var step: Int32

    /// The step of what has not happened.
    public static let never = Int32.max

    /// A key.
    public init(_ measure: Measure, day: Day, segment: Segment, cohort: Int32 = 0, step: Int32 = 0) {
        self.measure = measure
        self.day = day
        self.segment = segment
        self.cohort = cohort
        self.step = step
    }
}
