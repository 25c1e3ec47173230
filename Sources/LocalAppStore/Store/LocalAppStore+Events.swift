extension LocalAppStore {
    /// How many events a reader of ``events`` may be behind.
    static let eventBacklog = 100_000

    /// Every event from now on, in order.
    ///
    /// ```swift
    /// for await event in store.events { print(event.date, event) }
    /// ```
    ///
    /// Read it in a task of its own, to show what happens or to pass it on. The reader hears of an event some time after the
    /// call that made it has returned; who has to have heard by then, such as a test, takes ``observe(_:)``.
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
