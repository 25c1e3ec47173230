import Locking

/// What waits for one listener, oldest first.
///
/// It is closed when the listener is released or its task cancelled; what nobody has taken by then is given back.
final class Mailbox<Element: Sendable>: Sendable {
    /// What happens around a mailbox; called outside of its lock.
    struct Events: Sendable {
        var onTake: @Sendable (Element) -> Void = { _ in }
        var onClose: @Sendable ([Element]) -> Void = { _ in }
    }

    private struct State: Sendable {
        var elements: ArraySlice<Element> = []
        var waiter: CheckedContinuation<Element?, Never>?
        var isClosed = false
    }

    /// What the next step of somebody who waits is.
    private enum Step {
        case resume(Element?)
        case wait
    }

    private let state = Locked(State())
    private let limit: Int
    private let events: Events

    init(limit: Int, _ events: Events = Events()) { (self.limit, self.events) = (limit, events) }

    /// How many elements may still be put in.
    var room: Int { state.withLock { $0.isClosed ? 0 : limit - $0.elements.count } }

    /// What nobody has taken yet.
    var elements: [Element] { state.withLock { Array($0.elements) } }

    /// Puts an element in; false if it is closed or full.
    ///
    /// - Parameter dropsOldest: Whether the oldest element goes if it is full.
    func put(_ element: Element, dropsOldest: Bool = false) -> Bool { put([element], dropsOldest: dropsOldest) == 1 }

    /// Puts elements in, one after the other.
    ///
    /// - Parameter dropsOldest: Whether the oldest go if it is full.
    /// - Returns: How many of the first it took: none if it is closed, and no more than there is room for.
    func put(_ elements: [Element], dropsOldest: Bool = false) -> Int {
        guard let first = elements.first else { return 0 }
        let (taken, waiter) = state.withLock { state -> (Int, CheckedContinuation<Element?, Never>?) in
            if state.isClosed { return (0, nil) }
            // While somebody waits there is nothing before it.
            let waiter = state.waiter
            state.waiter = nil
            let handed = waiter == nil ? 0 : 1
            let room = dropsOldest ? elements.count : limit - state.elements.count
            let kept = elements.dropFirst(handed).prefix(room)
            state.elements += kept
            if state.elements.count > limit { state.elements.removeFirst(state.elements.count - limit) }
            return (handed + kept.count, waiter)
        }
        if let waiter {
            events.onTake(first)
            waiter.resume(returning: first)
        }
        return taken
    }

    /// The next element; nil once it is closed.
    func next() async -> Element? {
        if !Task.isCancelled, let element = state.withLock({ $0.waiter == nil ? $0.elements.popFirst() : nil }) {
            events.onTake(element)
            return element
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let step = state.withLock { state -> Step in
                    // Who asks while another one waits has no place in line.
                    if state.isClosed || state.waiter != nil { return .resume(nil) }
                    if let element = state.elements.popFirst() { return .resume(element) }
                    state.waiter = continuation
                    return .wait
                }
                guard case .resume(let element) = step else { return }
                if let element { events.onTake(element) }
                continuation.resume(returning: element)
            }
        } onCancel: {
            close()
        }
    }

    /// Takes nothing more, and lets nobody wait.
    func close() {
        let (waiter, left) = state.withLock { state -> (CheckedContinuation<Element?, Never>?, [Element]?) in
            guard !state.isClosed else { return (nil, nil) }
            defer { state = State(isClosed: true) }
            return (state.waiter, Array(state.elements))
        }
        waiter?.resume(returning: nil)
        if let left { events.onClose(left) }
    }
}

/// One who listens; whoever releases it listens no more.
final class Listener<Element: Sendable>: Sendable {
    private let mailbox: Mailbox<Element>

    init(_ mailbox: Mailbox<Element>) { self.mailbox = mailbox }

    deinit { mailbox.close() }

    /// The next element; nil when the task was cancelled or the device has gone.
    func next() async -> Element? { await mailbox.next() }
}
