import Locking

/// Sends values to any number of streams.
final class Broadcast<Element: Sendable>: Sendable {
    private let subscribers = Locked(Subscribers())

    private struct Subscribers: Sendable {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var next = 0
    }

    /// A stream that begins with what `first` returns once the stream is subscribed, so that nothing falls between.
    func stream(startingWith first: () -> [Element] = { [] }) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream()
        let number = subscribers.withLock { subscribers in
            subscribers.next += 1
            subscribers.continuations[subscribers.next] = continuation
            return subscribers.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.subscribers.withLock { _ = $0.continuations.removeValue(forKey: number) }
        }
        for element in first() { continuation.yield(element) }
        return stream
    }

    func send(_ element: Element) {
        for continuation in subscribers.withLock({ Array($0.continuations.values) }) { continuation.yield(element) }
    }

    /// Ends all streams.
    func finish() {
        let ended = subscribers.withLock { subscribers in
            defer { subscribers.continuations = [:] }
            return Array(subscribers.continuations.values)
        }
        for continuation in ended { continuation.finish() }
    }
}
