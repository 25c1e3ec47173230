import AppStoreModels
import HTTPTypes
import Hummingbird
import LocalAppStore
import NIOCore
import ServiceLifecycle

/// Tells a page at once that something happened in the store, as server-sent events (`text/event-stream`).
///
/// An event says only how far the store has come: `id` is the number of the last thing that happened. Whoever hears it
/// asks for what they show. So a page that was slow, or away, misses nothing: events that pile up become one, and
/// the first event after each connection tells the present number.
struct EventStream: Sendable {
    let store: LocalAppStore
    let realTime: RealTime

    /// After how many seconds of silence a comment is sent, so that a connection that is gone is noticed.
    static let heartbeatSeconds: Double = 15

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("stream") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    var told: Int?
                    for await sequence in sequences() {
                        try await writer.write(ByteBuffer(string: text(sequence, isNew: sequence != told)))
                        told = sequence
                    }
                    try await writer.finish(nil)
                }
            )
        }
    }

    func text(_ sequence: Int, isNew: Bool) -> String {
        isNew ? "id: \(sequence)\nevent: change\ndata: {\"sequence\":\(sequence)}\n\n" : ": \n\n"
    }

    /// The number of the last event: now, after every change, and after every silence. Ends when the server shuts down.
    func sequences() -> some AsyncSequence<Int, Never> {
        // The newest is all a page needs to know.
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let observation = store.observe { continuation.yield($0.sequence) }
        continuation.yield(store.eventCount)
        let heart = Task { [store, realTime] in
            while true {
                do { try await realTime.sleep(Self.heartbeatSeconds) } catch { return }
                continuation.yield(store.eventCount)
            }
        }
        continuation.onTermination = { _ in
            heart.cancel()
            observation.cancel()
        }
        return stream.cancelOnGracefulShutdown()
    }
}
