extension LocalAppStore {
    /// How many events a reader of ``events`` may be behind.
    static let eventBacklog = 100_000

    /// Every event from now on, in order.
    ///
    /// ```swift
    /// for await event in store.events { print(event.date, event) }
    /// ```
    ///
    /// The stream begins when it is asked for, not when it is read. It ends when its reader stops, and also when the reader
    /// is 100,000 events behind: better an end than a gap. Any number of readers may read, each a stream of its own.
    public var events: AsyncStream<StoreEvent> {
        AsyncStream(bufferingPolicy: .bufferingOldest(Self.eventBacklog)) { continuation in
            let observation = observe { event in
                if case .dropped = continuation.yield(event) { continuation.finish() }
            }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}
