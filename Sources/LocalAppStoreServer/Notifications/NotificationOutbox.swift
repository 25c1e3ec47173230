import Foundation

/// Which notification is sent when: a pure state machine.
///
/// Attempts happen in the order of their due dates, and of those due together, in the order of the events. A failure
/// does not hold up what comes after it; the App Store promises no order either.
struct NotificationOutbox: Sendable {
    private(set) var waiting: [OutgoingNotification] = []
    /// Delivered or given up, oldest first; the oldest are forgotten.
    private(set) var finished: [OutgoingNotification] = []
    private let schedule: NotificationRetrySchedule
    private let memory: Int
    /// Of all that are waiting or finished.
    private var identifiers: Set<String> = []

    init(schedule: NotificationRetrySchedule, memory: Int = 1_000) {
        self.schedule = schedule
        self.memory = memory
    }

    /// Takes a notification, unless it is here already.
    ///
    /// - Returns: Whether it was taken.
    @discardableResult
    mutating func add(_ notification: OutgoingNotification) -> Bool {
        guard identifiers.insert(notification.id).inserted else { return false }
        waiting.append(notification)
        return true
    }

    /// Puts a notification back as it was written down.
    mutating func restore(_ notification: OutgoingNotification) {
        if notification.nextAttempt == nil {
            identifiers.insert(notification.id)
            finish(notification)
        } else {
            add(notification)
        }
    }

    /// The attempt that comes first, if one is due.
    func next(at now: Date) -> OutgoingNotification? {
        var first: OutgoingNotification?
        for candidate in waiting {
            guard let due = candidate.nextAttempt, due <= now else { continue }
            if let best = first?.nextAttempt, best <= due { continue }
            first = candidate
        }
        return first
    }

    /// Notes how an attempt ended and when the next is due.
    ///
    /// The attempt counts as made when it was due, so that a clock that jumps over several retries gives the same
    /// history as one that walks.
    ///
    /// - Returns: The notification as it is now, nil if it is not here.
    @discardableResult
    mutating func record(_ result: NotificationSendResult, of id: String) -> OutgoingNotification? {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        var notification = waiting[index]
        let date = notification.nextAttempt ?? notification.date
        notification.attempts.append(.init(date: date, result: result))
        notification.nextAttempt =
            result == .success ? nil : schedule.nextAttempt(afterAttempt: notification.attempts.count, at: date)
        if notification.nextAttempt == nil {
            waiting.remove(at: index)
            finish(notification)
        } else {
            waiting[index] = notification
        }
        return notification
    }

    private mutating func finish(_ notification: OutgoingNotification) {
        finished.append(notification)
        guard finished.count > memory else { return }
        identifiers.remove(finished.removeFirst().id)
    }
}
