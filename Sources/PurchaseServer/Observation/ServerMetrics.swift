import CoreMetrics
import Foundation
import HTTPServing

/// What the server counts. `/metrics` shows it, and whatever the program has bootstrapped swift-metrics with gets it too.
struct ServerMetrics: Sendable {
    private let prometheus = PrometheusMetrics()
    private let factory: any MetricsFactory

    init() {
        factory = MultiplexMetricsHandler(factories: [prometheus, MetricsSystem.factory])
    }

    /// As Prometheus reads it.
    func text(_ connections: ServerCounters) -> String {
        for (name, value) in connections.members { gauge("purser_connections_\(name)", value) }
        return prometheus.text
    }

    /// A request was answered.
    func request(method: String, route: String, status: Int, seconds: TimeInterval) {
        let place = [("method", method), ("route", route)]
        count("purser_http_requests_total", place + [("status", String(status))])
        time("purser_http_request_duration_seconds", place, seconds)
    }

    /// An upload ended so.
    func upload(_ outcome: String, seconds: TimeInterval) {
        count("purser_uploads_total", [("outcome", outcome)])
        time("purser_upload_duration_seconds", [], seconds)
    }

    /// A notification came.
    func notification(_ outcome: String) { count("purser_notifications_total", [("outcome", outcome)]) }

    /// The App Store was asked about something.
    func questions(_ report: PollReport) {
        for (outcome, number) in report.members where number > 0 {
            count("purser_poll_questions_total", [("outcome", outcome)], by: number)
        }
    }

    private func count(_ label: String, _ dimensions: [(String, String)], by amount: Int = 1) {
        Counter(label: label, dimensions: dimensions, factory: factory).increment(by: amount)
    }

    private func gauge(_ label: String, _ value: Int) {
        Gauge(label: label, dimensions: [], factory: prometheus).record(value)
    }

    private func time(_ label: String, _ dimensions: [(String, String)], _ seconds: TimeInterval) {
        Timer(label: label, dimensions: dimensions, factory: factory).recordNanoseconds(Int64(seconds * 1e9))
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
