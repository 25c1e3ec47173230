import AppStoreModels
import CoreMetrics
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Numbers for Prometheus")
struct PrometheusTests {
    @Test("Counters, gauges and histograms in the text format, in order")
    func text() {
        let metrics = PrometheusMetrics()
        Counter(label: "b_total", dimensions: [("kind", "x")], factory: metrics).increment(by: 2)
        Counter(label: "b_total", dimensions: [("kind", "x")], factory: metrics).increment()
        Counter(label: "b_total", dimensions: [("kind", "a\"\\\n")], factory: metrics).increment()
        Gauge(label: "a.open", dimensions: [], factory: metrics).record(7)
        Gauge(label: "a.open", dimensions: [], factory: metrics).record(5)
        Timer(label: "c_seconds", dimensions: [], factory: metrics).recordNanoseconds(20_000_000)
        let lines = metrics.text().split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(6) == [
                "# TYPE a_open gauge", "a_open 5", "# TYPE b_total counter", #"b_total{kind="a\"\\\n"} 1"#,
                #"b_total{kind="x"} 3"#, "# TYPE c_seconds histogram",
            ]
        )
        #expect(lines.contains(#"c_seconds_bucket{le="0.01"} 0"#))
        #expect(lines.contains(#"c_seconds_bucket{le="0.025"} 1"#))
        #expect(lines.suffix(3) == [#"c_seconds_bucket{le="+Inf"} 1"#, "c_seconds_sum 0.02", "c_seconds_count 1"])
    }

    @Test("There are so many series and no more")
    func limit() {
        let metrics = PrometheusMetrics(maximumCount: 2)
        for name in ["a", "b", "c", "a"] { Counter(label: name, dimensions: [], factory: metrics).increment() }
        #expect(metrics.text() == "# TYPE a counter\na 2\n# TYPE b counter\nb 1\n")
    }

    @Test("Attempts to tell webhooks are counted by how they ended")
    func webhooks() async throws {
        let (world, receivers) = try World.withReceivers()
        receivers.answer("refusing.example.com", 500)
        receivers.answer("silent.example.com", nil)
        try await world.test { client, server in
            for host in ["good", "refusing", "silent"] {
                let made = try await client.post("/v1/webhooks", #"{"address":"https://\#(host).example.com/hook"}"#)
                let path = "/v1/webhooks/\(try #require(made.json[string: "id"]))/test"
                #expect(try await client.post(path, "").status == 202)
            }
            try await server.sendWebhooksDue()
            let text = server.metrics.text(ServerCounters())
            for outcome in ["delivered", "refused", "no-answer"] {
                #expect(text.contains("purser_webhook_attempts_total{outcome=\"\(outcome)\"} 1\n"))
            }
        }
    }

    @Test("Requests are counted by their routes, so that nobody's name gets in; uploads by how they ended")
    func requests() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice-in-person")
            _ = try await client.upload(Data("<html>".utf8), for: "alice-in-person")
            _ = try await client.get("/nothing/alice-in-person")
            let text = try await client.execute(uri: "/metrics", method: .get) { response in
                #expect(response.headers[.contentType]?.hasPrefix("text/plain") == true)
                return String(buffer: response.body)
            }
            #expect(!text.contains("alice"))
            let route = #"method="POST",route="/v1/customers/{customer}/receipts""#
            #expect(text.contains("purser_http_requests_total{\(route),status=\"200\"} 1\n"))
            #expect(text.contains("purser_http_requests_total{\(route),status=\"400\"} 1\n"))
            #expect(text.contains(#"purser_uploads_total{outcome="verified"} 1"#))
            #expect(text.contains(#"purser_uploads_total{outcome="receipt-is-html"} 1"#))
            #expect(text.contains("# TYPE purser_connections_open gauge\n"))
            #expect(text.contains("# TYPE purser_connections_body_bytes gauge\npurser_connections_body_bytes 0\n"))
            let total = "purser_connections_stalled_answers_total"
            #expect(text.contains("# TYPE \(total) counter\n\(total) 0\n"))
        }
    }
}
