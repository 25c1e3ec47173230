import Foundation

/// Events of one change that wait to be added to the feed: what is written of each is worked out on other cores while those before
/// it are added. An upload may bring thousands.
struct EventBatch {
    private var events: [EventBody] = []

    /// Whether none waits.
    var isEmpty: Bool { events.isEmpty }

    /// How many wait at most, so that memory has a limit.
    private static let maximumCount = 1_024

    /// Adds one that comes after all others.
    ///
    /// - Parameter endpoints: Who is told.
    mutating func add(_ event: EventBody, to endpoints: [WebhookEndpoint], in database: StorageDatabase) throws {
        events.append(event)
        if events.count == Self.maximumCount { try write(to: endpoints, in: database) }
    }

    /// Adds those that wait to the feed.
    mutating func write(to endpoints: [WebhookEndpoint], in database: StorageDatabase) throws {
        let octets = WorkedAhead(events.count) { [events] place in events[place].octets }
        // By their places, as events are dear to copy.
        for place in events.indices {
            try EventWriter.write(events[place], octets.next() ?? events[place].octets, to: endpoints, in: database)
        }
        events.removeAll(keepingCapacity: true)
    }
}
