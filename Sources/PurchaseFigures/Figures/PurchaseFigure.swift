/// A figure: what it is, what it asks of the rows, and what it makes of the answers.
///
/// It does not fetch anything itself, so that rows can be in memory or in any database: ask ``queries(for:)``, answer
/// each, and hand the answers to ``FigureSeries/init(_:answers:request:rules:)``.
public protocol PurchaseFigure: Sendable {
    /// The name in addresses and files, in small letters with hyphens.
    static var id: String { get }
    /// The name for people.
    static var title: String { get }
    /// What it is, in one sentence, to be shown beside it.
    static var definition: String { get }
    /// Whether it is made of money, so that purchases without a price or a rate are missing from it.
    static var isMoney: Bool { get }
    /// By what it is split whatever the request says; nil for as the request says.
    static var dimension: SegmentDimension? { get }
    /// The purchases whose money may be missing from it.
    static var missingMeasures: [Measure] { get }

    /// On which days purchases were made whose money may be missing from it.
    static func missingDays(for request: FigureRequest) -> Range<Day>
    /// What it asks of the rows.
    static func queries(for request: FigureRequest) -> [RowQuery]
    /// The lines of one segment.
    ///
    /// - Parameters:
    ///   - answers: To each of ``queries(for:)``, only the sums of this segment.
    ///   - request: What was asked.
    static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine]
}

extension PurchaseFigure {
    /// Nothing of its own.
    public static var dimension: SegmentDimension? { nil }

    /// Those without a price or a rate.
    public static var missingMeasures: [Measure] { [.priceMissing, .rateMissing] }

    /// Those of the request.
    public static func missingDays(for request: FigureRequest) -> Range<Day> {
        request.bounded(request.days, includingToday: true)
    }

    /// All that is to be asked for a series: the figure's own queries and, where there is money, what is missing.
    public static func allQueries(for request: FigureRequest) -> [RowQuery] {
        var own = request
        own.dimension = dimension ?? request.dimension
        let missing = RowQuery(
            missingMeasures,
            days: missingDays(for: request),
            filter: request.filter,
            dimension: .currency
        )
        return queries(for: own) + (isMoney ? [missing] : [])
    }
}

extension FigureSeries {
    /// How many segments a series has at most; of more, those with the most rows are told by themselves, and the others
    /// together.
    package static let maximumSegments = 200
    /// The segment of all others together, where there are too many.
    package static let otherSegments = "(others)"

    /// The series that a figure makes of the answers to ``PurchaseFigure/allQueries(for:)``.
    ///
    /// - Parameters:
    ///   - figure: The figure.
    ///   - answers: To each query, in the same order.
    ///   - request: What was asked.
    ///   - rules: By which the rows were booked.
    public init(
        _ figure: any PurchaseFigure.Type,
        answers: [[RowSum]],
        request: FigureRequest,
        rules: FigureRules
    ) {
        let own = figure.isMoney ? answers.dropLast() : answers[...]
        let isSplit = (figure.dimension ?? request.dimension) != nil
        let split = SplitAnswers(Array(own), isSplit: isSplit, limit: Self.maximumSegments)
        let lines = split.segments.flatMap { segment in
            figure.lines(segment.answers, for: request).map {
                SeriesLine(name: $0.name, segment: isSplit ? segment.name : nil, points: $0.points)
            }
        }
        let missing = figure.isMoney ? answers.last ?? [] : []
        self.init(
            figure: figure.id,
            title: figure.title,
            definition: figure.definition,
            currency: rules.rates.reportingCurrency,
            asOf: request.asOf,
            lines: lines,
            missing: missing.filter { $0.count != 0 }.map {
                MissingMoney(reason: $0.measure.reason, currency: $0.name, count: $0.count)
            }.sorted { ($0.reason.rawValue, $0.currency) < ($1.reason.rawValue, $1.currency) }
        )
    }
}

extension Measure {
    fileprivate var reason: MissingMoney.Reason {
        switch self {
        case .priceMissing: .price
        case .proceedsMissing: .proceeds
        default: .rate
        }
    }
}

extension FigureRows {
    /// A figure of these rows.
    public func series(
        _ figure: any PurchaseFigure.Type,
        _ request: FigureRequest,
        rules: FigureRules
    ) -> FigureSeries {
        let answers = figure.allQueries(for: request).map(sums)
        return FigureSeries(figure, answers: answers, request: request, rules: rules)
    }
}
