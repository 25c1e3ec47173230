import CoreMetrics
import Foundation
import HTTPServing
import Locking

/// What the server counts. `/metrics` shows it, and whatever the program has bootstrapped swift-metrics with gets it too.
struct ServerMetrics: Sendable {
    private let prometheus = PrometheusMetrics()
    private let factory: any MetricsFactory
    /// What requests are counted and timed with; there are as many as routes with methods and statuses.
    private let requests = Locked<[RequestKind: RequestInstruments]>([:])
    /// What everything else is counted with.
    private let counters = Locked<[MetricSeries: Counter]>([:])

    private struct RequestKind: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    /// What requests of one kind are counted and timed with.
    struct RequestInstruments: Sendable {
        fileprivate let count: Counter
        fileprivate let time: CoreMetrics.Timer

        /// One was answered.
        func answered(in seconds: TimeInterval) {
            count.increment()
            time.recordNanoseconds(Int64(seconds * 1e9))
        }
    }

    init() {
        factory = MultiplexMetricsHandler(factories: [prometheus, MetricsSystem.factory])
    }

    /// As Prometheus reads it.
    func text(_ connections: ServerCounters) -> String { prometheus.text(with: connections.series) }

    /// A request was answered.
    func request(method: String, route: String, status: Int, seconds: TimeInterval) {
        instruments(method: method, route: route, status: status).answered(in: seconds)
    }

    /// What requests of a kind are counted and timed with.
    func instruments(method: String, route: String, status: Int) -> RequestInstruments {
        requests.withLock { requests in
            let kind = RequestKind(method: method, route: route, status: status)
            if let known = requests[kind] { return known }
            let place = [("method", method), ("route", route)]
            let made = RequestInstruments(
                count: Counter(
                    label: "purser_http_requests_total",
                    dimensions: place + [("status", String(status))],
                    factory: factory
                ),
                time: Timer(label: "purser_http_request_duration_seconds", dimensions: place, factory: factory)
            )
            requests[kind] = made
            return made
        }
    }

    /// An upload ended so.
    func upload(_ outcome: String, seconds: TimeInterval) {
        count("purser_uploads_total", [("outcome", outcome)])
        time("purser_upload_duration_seconds", [], seconds)
    }

    /// A notification came.
    func notification(_ outcome: String) {
        count("purser_notifications_total", [("outcome", outcome)])
    }

    /// An event was sent to a webhook.
    func delivery(_ attempt: WebhookAttempt) {
        let outcome = attempt.failure == nil ? "delivered" : attempt.status == nil ? "no-answer" : "refused"
        count("purser_webhook_attempts_total", [("outcome", outcome)])
    }

    /// The App Store was asked about something.
    func questions(_ report: PollReport) {
        for (outcome, number) in report.members where number > 0 {
            count("purser_poll_questions_total", [("outcome", outcome)], by: number)
        }
    }

    private func count(_ label: String, _ dimensions: [(String, String)], by amount: Int = 1) {
        let series = MetricSeries(label, dimensions)
        let counter = counters.withLock { counters in
            if let known = counters[series] { return known }
            let made = Counter(label: label, dimensions: dimensions, factory: factory)
            counters[series] = made
            return made
        }
        counter.increment(by: amount)
    }

    private func time(_ label: String, _ dimensions: [(String, String)], _ seconds: TimeInterval) {
        Timer(label: label, dimensions: dimensions, factory: factory).recordNanoseconds(Int64(seconds * 1e9))
    }
}

extension ServerCounters {
    /// As Prometheus calls them: what only grows is a total.
    fileprivate var series: [(key: MetricSeries, value: MetricValue)] {
        members.map { name, value in
            let words = name.replacing(/[A-Z]/) { "_" + $0.output.lowercased() }
            let isNow = ["open", "limit", "bodyBytes", "answerBytes"].contains(name)
            let series = MetricSeries("purser_connections_\(words)\(isNow ? "" : "_total")", [])
            return (series, isNow ? .gauge(Double(value)) : .counter(Double(value)))
        }
    }
}

extension PollReport {
    fileprivate var members: [(String, Int)] {
        [
            ("checked", checkedReceipts), ("verified", verifiedUploads), ("rejected", rejectedUploads),
            ("postponed", postponed), ("retired", retiredReceipts),
        ]
    }
}
