/// Which periods of which rows a figure is asked for.
public struct FigureRequest: Sendable, Hashable {
    /// The periods, one after the other.
    public let periods: [FigurePeriod]
    /// How long they are; nil for one period of any length.
    public let resolution: Resolution?
    /// The day in which the answer is given. What is booked on later days has not happened; this day itself is not
    /// over.
    public var asOf: Day
    /// Which rows count.
    public var filter: SegmentFilter
    /// By what lines are split; nil for one line of all.
    public var dimension: SegmentDimension?

    /// How many periods may be asked for: twenty years of days.
    public static let maximumCount = 7_310

    /// Asks for the days of a range, in periods of the calendar; the first and the last are cut where the range
    /// begins and ends within them.
    ///
    /// - Parameters:
    ///   - days: The days, half-open.
    ///   - resolution: How long periods are; nil for one period of all days.
    ///   - asOf: The present day, in UTC.
    ///   - filter: Which rows count; without one, all of production.
    ///   - dimension: By what lines are split.
    /// - Throws: ``FigureRequestError``
    public init(
        _ days: Range<Day>,
        by resolution: Resolution? = nil,
        asOf: Day,
        filter: SegmentFilter = SegmentFilter(),
        split dimension: SegmentDimension? = nil
    ) throws(FigureRequestError) {
        guard !days.isEmpty else { throw FigureRequestError(.emptyRange) }
        var periods: [FigurePeriod] = []
        var start = days.lowerBound
        while start < days.upperBound {
            guard periods.count < Self.maximumCount else { throw FigureRequestError(.tooManyPeriods) }
            let next = resolution?.start(of: start, movedBy: 1) ?? days.upperBound
            guard next > start else { throw FigureRequestError(.tooManyPeriods) }
            periods.append(FigurePeriod(start: start, end: min(next, days.upperBound)))
            start = next
        }
        self.periods = periods
        self.resolution = resolution
        self.asOf = asOf
        self.filter = filter
        self.dimension = dimension
    }

    private init(_ other: FigureRequest, periods: [FigurePeriod]) {
        self.periods = periods
        resolution = other.resolution
        asOf = other.asOf
        filter = other.filter
        dimension = other.dimension
    }

    /// The days of all periods.
    public var days: Range<Day> {
        (periods.first?.start ?? .distantPast)..<(periods.last?.end ?? .distantPast)
    }

    /// The same number of periods just before: those of the calendar where the request is made of whole ones, as many
    /// days otherwise.
    public var previous: FigureRequest {
        guard let resolution, periods.allSatisfy({ $0.isWhole(resolution) }) else {
            let count = days.lowerBound.days(to: days.upperBound)
            return FigureRequest(
                self,
                periods: periods.map {
                    FigurePeriod(start: $0.start.adding(days: -count), end: $0.end.adding(days: -count))
                }
            )
        }
        let count = periods.count
        return FigureRequest(
            self,
            periods: periods.map {
                FigurePeriod(
                    start: resolution.start(of: $0.start, movedBy: -count),
                    end: resolution.start(of: $0.start, movedBy: 1 - count)
                )
            }
        )
    }
}

extension FigurePeriod {
    fileprivate func isWhole(_ resolution: Resolution) -> Bool {
        resolution.start(of: start) == start && resolution.start(of: start, movedBy: 1) == end
    }
}

/// Why a figure cannot be asked for.
public struct FigureRequestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which rule failed.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name in our interfaces.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The range has no days.
        public static let emptyRange = Self(rawValue: "empty-range")
        /// The range has more periods than are answered at once.
        public static let tooManyPeriods = Self(rawValue: "too-many-periods")

        public var description: String { rawValue }
    }

    /// Which rule failed.
    public let code: Code

    init(_ code: Code) { self.code = code }

    public var description: String {
        switch code {
        case .emptyRange: "the range has no days; its end is the day after the last, later than its start"
        case .tooManyPeriods:
            "there are more than \(FigureRequest.maximumCount) periods in the range; ask for longer ones, or fewer"
        default: code.rawValue
        }
    }
}
