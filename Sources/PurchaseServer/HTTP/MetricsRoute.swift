import HTTPServing
import Hummingbird
import NIOCore

/// `/metrics`: what Prometheus collects.
struct MetricsRoute: Sendable {
    let metrics: ServerMetrics
    let connections: ServerConnections

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("metrics") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text(connections.counters)))
            )
        }
    }
}
