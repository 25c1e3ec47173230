import CoreMetrics
import Locking

/// Keeps the numbers that swift-metrics is told, and writes them down as Prometheus reads them.
final class PrometheusMetrics: MetricsFactory {
    private let values = Locked<[MetricSeries: MetricValue]>([:])
    private let maximumCount: Int

    /// - Parameter maximumCount: How many series are kept; what comes later is not counted.
    init(maximumCount: Int = 2_000) { self.maximumCount = maximumCount }

    /// Everything in the text format of Prometheus, in alphabetical order.
    var text: String {
        let all = values.withLock { $0 }
        let families = Dictionary(grouping: all) { $0.key.name }.sorted { $0.key < $1.key }
        var lines: [String] = []
        for (name, series) in families {
            guard let type = series.first?.value.type else { continue }
            lines.append("# TYPE \(name) \(type)")
            lines += series.sorted { $0.key.labelText() < $1.key.labelText() }.flatMap { $0.value.lines(of: $0.key) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    fileprivate func add(_ value: Double, to series: MetricSeries, from start: MetricValue) {
        values.withLock { values in
            guard let known = values[series] ?? (values.count < maximumCount ? start : nil) else { return }
            values[series] = known.adding(value)
        }
    }

    fileprivate func reset(_ series: MetricSeries) { values.withLock { $0[series] = nil } }

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
        Instrument(metrics: self, series: MetricSeries(label, dimensions), start: start)
    }

    // Numbers outlive the instruments that were made for a moment.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// One series under whatever instrument.
private final class Instrument: CounterHandler, RecorderHandler, TimerHandler {
    private let metrics: PrometheusMetrics
    private let series: MetricSeries
    private let start: MetricValue

    init(metrics: PrometheusMetrics, series: MetricSeries, start: MetricValue) {
        self.metrics = metrics
        self.series = series
        self.start = start
    }

    func increment(by amount: Int64) { metrics.add(Double(amount), to: series, from: start) }
    func reset() { metrics.reset(series) }
    func record(_ value: Int64) { metrics.add(Double(value), to: series, from: start) }
    func record(_ value: Double) { metrics.add(value, to: series, from: start) }
    func recordNanoseconds(_ duration: Int64) { metrics.add(Double(duration) / 1e9, to: series, from: start) }
}
