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
/// the first event after each connection tells the present number. That the clock was paused or resumed is no event of
/// the store; it is told with the number as it was.
struct EventStream: Sendable {
    /// What a page can tell a change by.
    struct Moment: Sendable, Hashable {
        /// The number of the store's last event.
        let sequence: Int
        let clockIsRunning: Bool
    }

    let clock: StoreClock
    let realTime: RealTime

    private var store: LocalAppStore { clock.store }

    /// How many seconds pass between two looks at whether the clock runs.
    static let lookSeconds: Double = 1
    /// After how many looks a comment is sent if nothing happened, so that a connection that is gone is noticed.
    static let looksPerHeartbeat = 15

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("stream") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    var told: Moment?
                    for await moment in moments() {
                        try await writer.write(ByteBuffer(string: text(moment, isNew: moment != told)))
                        told = moment
                    }
                    try await writer.finish(nil)
                }
            )
        }
    }

    func text(_ moment: Moment, isNew: Bool) -> String {
        let sequence = moment.sequence
        return isNew ? "id: \(sequence)\nevent: change\ndata: {\"sequence\":\(sequence)}\n\n" : ": \n\n"
    }

    /// How things are: now, after every change, and after every silence. Ends when the server shuts down.
    func moments() -> some AsyncSequence<Moment, Never> {
        // The newest is all a page needs to know.
        let (stream, continuation) = AsyncStream.makeStream(of: Moment.self, bufferingPolicy: .bufferingNewest(1))
        let observation = store.observe { [clock] event in
            continuation.yield(Moment(sequence: event.sequence, clockIsRunning: clock.isRunning))
        }
        let first = moment
        continuation.yield(first)
        let heart = Task {
            var (wasRunning, looks) = (first.clockIsRunning, 0)
            while true {
                do { try await realTime.sleep(Self.lookSeconds) } catch { return }
                let moment = moment
                looks += 1
                guard looks == Self.looksPerHeartbeat || moment.clockIsRunning != wasRunning else { continue }
                (wasRunning, looks) = (moment.clockIsRunning, 0)
                continuation.yield(moment)
            }
        }
        continuation.onTermination = { _ in
            heart.cancel()
            observation.cancel()
        }
        return stream.cancelOnGracefulShutdown()
    }

    private var moment: Moment { Moment(sequence: store.eventCount, clockIsRunning: clock.isRunning) }
}
