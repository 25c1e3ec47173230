import CoreMetrics
import Locking

/// Keeps the numbers that swift-metrics is told, and writes them down as Prometheus reads them.
final class PrometheusMetrics: MetricsFactory {
    /// The value of one series; nil until there is one. Whoever counts has it at hand, so that nothing is looked up by its
    /// name and labels each time.
    fileprivate typealias Cell = Locked<MetricValue?>

    private let cells = Locked<[MetricSeries: Cell]>([:])
    private let maximumCount: Int

    /// - Parameter maximumCount: How many series are kept; what comes later is not counted.
    init(maximumCount: Int = 2_000) { self.maximumCount = maximumCount }

    /// Everything in the text format of Prometheus, in alphabetical order.
    ///
    /// - Parameter others: What somebody else counts.
    func text(with others: [(key: MetricSeries, value: MetricValue)] = []) -> String {
        let all =
            others
            + cells.withLock { $0 }.compactMap { series, cell in
                cell.withLock { $0 }.map { (key: series, value: $0) }
            }
        let families = Dictionary(grouping: all) { $0.key.name }.sorted { $0.key < $1.key }
        var lines: [String] = []
        for (name, series) in families {
            guard let type = series.first?.value.type else { continue }
            lines.append("# TYPE \(name) \(type)")
            lines += series.sorted { $0.key.labelText() < $1.key.labelText() }.flatMap { $0.value.lines(of: $0.key) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// - Returns: nil if there are too many series.
    private func cell(of series: MetricSeries) -> Cell? {
        cells.withLock { cells in
            if let known = cells[series] { return known }
            guard cells.count < maximumCount else { return nil }
            let made = Cell(nil)
            cells[series] = made
            return made
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        instrument(label, dimensions, .counter(0))
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        instrument(label, dimensions, aggregate ? .emptyHistogram : .gauge(0))
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        instrument(label, dimensions, .emptyHistogram)
    }

    private func instrument(_ label: String, _ dimensions: [(String, String)], _ start: MetricValue) -> Instrument {
        Instrument(cell: cell(of: MetricSeries(label, dimensions)), start: start)
    }

    // Numbers outlive the instruments that were made for a moment.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// One series under whatever instrument.
private final class Instrument: CounterHandler, RecorderHandler, TimerHandler {
    private let cell: PrometheusMetrics.Cell?
    private let start: MetricValue

    init(cell: PrometheusMetrics.Cell?, start: MetricValue) {
        self.cell = cell
        self.start = start
    }

    func increment(by amount: Int64) { add(Double(amount)) }
    func reset() { cell?.withLock { $0 = nil } }
    func record(_ value: Int64) { add(Double(value)) }
    func record(_ value: Double) { add(value) }
    func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }

    private func add(_ value: Double) {
        cell?.withLock { [start] held in
            if held == nil { held = start }
            held?.add(value)
        }
    }
}
