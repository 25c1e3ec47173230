/// What a series holds.
enum MetricValue: Sendable, Hashable {
    /// Only grows.
    case counter(Double)
    /// Goes up and down.
    case gauge(Double)
    /// How many values there were up to each bound, how many at all, and their sum.
    case histogram(counts: [Int], count: Int, sum: Double)

    /// Upper bounds in seconds; what lasts longer is in the last one, `+Inf`.
    static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    static var emptyHistogram: Self { .histogram(counts: bounds.map { _ in 0 }, count: 0, sum: 0) }

    /// As Prometheus calls it.
    var type: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }

    /// Takes a value more in; a counter grows by it, a gauge becomes it.
    mutating func add(_ value: Double) {
        switch self {
        case .counter(let total): self = .counter(total + value)
        case .gauge: self = .gauge(value)
        case .histogram(var counts, let count, let sum):
            // Nothing else holds the counts any more, so that they are changed where they are.
            self = .gauge(0)
            for (index, bound) in Self.bounds.enumerated() where value <= bound { counts[index] += 1 }
            self = .histogram(counts: counts, count: count + 1, sum: sum + value)
        }
    }

    /// The lines about a series.
    func lines(of series: MetricSeries) -> [String] {
        switch self {
        case .counter(let value), .gauge(let value):
            return [series.name + series.labelText() + " " + Self.text(value)]
        case .histogram(let counts, let count, let sum):
            let buckets = zip(Self.bounds, counts).map { bound, count in
                series.name + "_bucket" + series.labelText(and: .init(name: "le", value: "\(bound)")) + " \(count)"
            }
            return buckets + [
                series.name + "_bucket" + series.labelText(and: .init(name: "le", value: "+Inf")) + " \(count)",
                series.name + "_sum" + series.labelText() + " " + Self.text(sum),
                series.name + "_count" + series.labelText() + " \(count)",
            ]
        }
    }

    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        guard value.isFinite else { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }
}
