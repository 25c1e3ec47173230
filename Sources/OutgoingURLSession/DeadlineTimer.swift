import Dispatch
import Foundation

/// Calls something once after a time, unless it is cancelled before.
// Sendable is safe: the source is set once and never changed, and Dispatch lets any thread start and cancel it.
final class DeadlineTimer: @unchecked Sendable {
    /// Not one of the global queues: those may be full of threads that wait for just this deadline.
    private static let queue = DispatchQueue(label: "OutgoingURLSession.deadlines")
    private let source: any DispatchSourceTimer

    /// A timer that does not run yet.
    init(_ seconds: TimeInterval, _ pass: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: Self.queue)
        source.schedule(deadline: .now() + seconds)
        source.setEventHandler(handler: pass)
    }

    deinit {
        // A source must not be released before it has begun, and one that was cancelled calls nothing.
        cancel()
        start()
    }

    /// Begins.
    func start() { source.activate() }

    /// Calls nothing any more.
    func cancel() { source.cancel() }
}
