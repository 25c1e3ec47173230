import Foundation
import LocalAppStore
import Locking
import Logging

/// Events that are to have a notification and have none yet, oldest first.
///
/// Usually that is the event that just happened. After a kill there may be tens of thousands, and to sign their
/// notifications takes its time. So they are made one by one while the server already answers, and what happens
/// meanwhile waits behind them: notifications are written down in the order of the events. An event leaves when its
/// notification is written down, so that another kill loses none.
final class NotificationBacklog: Sendable {
    private let state: Locked<State>
    /// Held while a notification is made, so that of two who make them neither overtakes the other. Whoever holds it may
    /// change the store, by a fault that strikes a receipt, and then waits until all observers have heard: none of them may
    /// wait for it.
    private let turn = NSLock()
    private let makeNotifications: Maker

    private struct State {
        var events: ArraySlice<StoreEvent>
        /// Whether somebody came while another one had the turn, and left the rest to that one.
        var isWanted = false
    }

    /// Makes the notifications of an event, in the versions that are asked for; none for an event that makes none.
    typealias Maker = @Sendable (StoreEvent, Set<NotificationVersion>) -> [OutgoingNotification]

    /// A backlog.
    ///
    /// - Parameters:
    ///   - events: What happened before and has no notification yet.
    ///   - notifications: Makes the notifications of an event.
    init(_ events: [StoreEvent] = [], notifications: @escaping Maker) {
        state = Locked(State(events: events[...]))
        makeNotifications = notifications
    }

    /// A backlog of a store's events, whose notifications the store signs.
    convenience init(_ events: [StoreEvent], store: LocalAppStore, logger: Logger) {
        self.init(events) { event, versions in
            defer { store.forgetPast(through: event.sequence) }
            do {
                return try OutgoingNotification.all(about: event, of: store, in: versions)
            } catch {
                logger.error(
                    "an event makes no notification",
                    metadata: ["event": "\(event.sequence)", "error": "\(error)"]
                )
                return []
            }
        }
    }

    var isEmpty: Bool { state.withLock { $0.events.isEmpty } }

    /// The number of the last event before those that have no notification yet, when there have been `count` events.
    func lastSettled(of count: Int) -> Int { state.withLock { $0.events.first.map { $0.sequence - 1 } ?? count } }

    /// Adds an event that just happened.
    ///
    /// - Returns: Whether it is the first one; else whoever takes the others takes it too.
    func add(_ event: StoreEvent) -> Bool {
        state.withLock { state in
            state.events.append(event)
            return state.events.count == 1
        }
    }

    /// Makes the notifications of the oldest event.
    ///
    /// - Parameters:
    ///   - versions: In which form.
    ///   - waits: Whether this waits for its turn; else whoever has it takes the event, soon after this has returned. An
    ///     observer of the store must not wait.
    ///   - take: Writes the notifications down.
    /// - Returns: False if there is no event.
    @discardableResult
    func takeNext(
        in versions: Set<NotificationVersion>,
        waits: Bool = true,
        _ take: ([OutgoingNotification]) -> Void
    ) -> Bool {
        if waits {
            turn.lock()
        } else {
            state.withLock { $0.isWanted = true }
            guard turn.try() else { return true }
        }
        var hasTaken = false
        repeat {
            // Whoever is too late to be seen here sets it anew.
            state.withLock { $0.isWanted = false }
            hasTaken = takeOldest(versions, take) || hasTaken
            turn.unlock()
        } while state.withLock(\.isWanted) && turn.try()
        return hasTaken
    }

    private func takeOldest(_ versions: Set<NotificationVersion>, _ take: ([OutgoingNotification]) -> Void) -> Bool {
        guard let event = state.withLock({ $0.events.first }) else { return false }
        let notifications = makeNotifications(event, versions)
        if !notifications.isEmpty { take(notifications) }
        state.withLock { state in
            // The rest of a slice keeps what was dropped in memory.
            state.events = state.events.count == 1 ? [] : state.events.dropFirst()
        }
        return true
    }
}
