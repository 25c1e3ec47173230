import Locking

/// Everybody who listens to something that goes on without end.
final class Listeners<Element: Sendable>: Sendable {
    /// What becomes of an element for which a listener has no room.
    enum Overflow: Sendable {
        /// The listener misses the oldest.
        case dropsOldest
        /// The listener misses the new one, which is kept by who sends it if nobody has room.
        case refuses
    }

    private struct State: Sendable {
        var next = 0
        var mailboxes: [Int: Mailbox<Element>] = [:]
    }

    private let state = Locked(State())
    private let overflow: Overflow
    /// How many elements wait for one listener.
    let limit: Int

    init(_ overflow: Overflow = .dropsOldest, limit: Int = 4_096) { (self.overflow, self.limit) = (overflow, limit) }

    deinit {
        for mailbox in mailboxes { mailbox.close() }
    }

    private var mailboxes: [Mailbox<Element>] { state.withLock { Array($0.mailboxes.values) } }

    /// Whether nobody listens.
    var isEmpty: Bool { state.withLock { $0.mailboxes.isEmpty } }

    /// How many elements the listener with the most room can be sent.
    var room: Int { mailboxes.reduce(0) { max($0, $1.room) } }

    /// What was sent and nobody has taken yet.
    var waiting: [Element] { mailboxes.flatMap(\.elements) }

    /// Listens from now on.
    func listen(_ events: Mailbox<Element>.Events = Mailbox<Element>.Events()) -> Listener<Element> {
        state.withLock { state in
            let number = state.next
            state.next += 1
            let mailbox = Mailbox<Element>(
                limit: limit,
                Mailbox<Element>.Events(
                    onTake: events.onTake,
                    onClose: { [weak self] left in
                        // Taken out under the lock and released after it: its end may ask for something.
                        _ = self?.state.withLock { $0.mailboxes.removeValue(forKey: number) }
                        events.onClose(left)
                    }
                )
            )
            state.mailboxes[number] = mailbox
            return Listener(mailbox)
        }
    }

    /// Tells everybody; false if it has reached nobody.
    @discardableResult
    func send(_ element: Element) -> Bool { send([element]) == 1 }

    /// Tells everybody, one after the other.
    ///
    /// - Returns: How many of the first have reached somebody.
    func send(_ elements: [Element]) -> Int {
        mailboxes.reduce(0) { max($0, $1.put(elements, dropsOldest: overflow == .dropsOldest)) }
    }
}
