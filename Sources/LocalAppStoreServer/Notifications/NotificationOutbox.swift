import Foundation

/// Which notification is sent when: a pure state machine.
///
/// Attempts happen in the order of their due dates, and of those due together, in the order of the events. A failure
/// does not hold up what comes after it; the App Store promises no order either.
struct NotificationOutbox: Sendable {
    /// The place of a waiting notification: when it is due, then when it came in.
    private struct Turn: Comparable {
        let due: Date
        let arrival: Int

        static func < (left: Turn, right: Turn) -> Bool { (left.due, left.arrival) < (right.due, right.arrival) }
    }

    /// Delivered or given up, oldest first; the oldest are forgotten.
    private(set) var finished: [OutgoingNotification] = []
    private let schedule: NotificationRetrySchedule
    private let memory: Memory
    /// How much the finished and the waiting ones take up.
    private var finishedBytes = 0
    private var waitingBytes = 0
    /// How many were given up because too much waited.
    private(set) var crowdedOutCount = 0
    /// Of all that are waiting or finished.
    private var identifiers: Set<String> = []
    private var waitingByArrival: [Int: OutgoingNotification] = [:]
    /// The waiting ones by their identifiers.
    private var arrivals: [String: Int] = [:]
    /// The identifiers of those that an attempt is under way for.
    private var underWay: Set<String> = []
    /// In the order of the attempts, without those under way. There may be tens of thousands, and that the first one goes must not move the rest.
    private var turns: ArraySlice<Turn> = []
    private var lastArrival = 0
    /// Those that a fault lets wait until the next one was sent.
    private var heldBack: [String] = []
    /// None that wait came before this one.
    private var firstArrival = 1

    /// How much an outbox keeps.
    struct Memory: Sendable {
        /// How many finished notifications are remembered.
        var finished = 1_000
        /// How many bytes of them.
        var finishedBytes = 8 << 20
        /// How many bytes wait; beyond, the oldest are given up.
        var waitingBytes = 64 << 20
    }

    init(schedule: NotificationRetrySchedule, memory: Memory = Memory()) {
        self.schedule = schedule
        self.memory = memory
    }

    /// One that remembers as much, and holds nothing.
    var emptied: Self { Self(schedule: schedule, memory: memory) }

    init(schedule: NotificationRetrySchedule, memory: Int) {
        self.init(schedule: schedule, memory: Memory(finished: memory))
    }

    /// About how many bytes a log of all that is here has.
    var byteCount: Int { finishedBytes + waitingBytes }

    /// What waits, in the order in which it came in.
    var waiting: [OutgoingNotification] { waitingByArrival.sorted { $0.key < $1.key }.map(\.value) }

    /// How many wait.
    var waitingCount: Int { waitingByArrival.count }

    /// Whether so much waits that the oldest would soon have to be given up.
    var isCrowded: Bool { waitingBytes > memory.waitingBytes / 2 }

    /// Takes a notification, unless it is here already.
    ///
    /// - Returns: Whether it was taken.
    @discardableResult
    mutating func add(_ notification: OutgoingNotification) -> Bool {
        guard identifiers.insert(notification.id).inserted else { return false }
        lastArrival += 1
        arrivals[notification.id] = lastArrival
        waitingBytes += notification.byteCount
        wait(notification, until: notification.nextAttempt ?? notification.date, lastArrival)
        if notification.isOvertaken {
            heldBack.append(notification.id)
        } else {
            release(after: notification.nextAttempt ?? notification.date)
        }
        while waitingBytes > memory.waitingBytes, waitingByArrival.count > 1 { giveUpOldest() }
        return true
    }

    /// Puts those that wait for another one behind it.
    private mutating func release(after date: Date) {
        for id in heldBack {
            guard let arrival = arrivals[id], var notification = waitingByArrival.removeValue(forKey: arrival) else {
                continue
            }
            remove(turn(of: notification, arrival))
            notification.isOvertaken = false
            notification.nextAttempt = max(notification.date, date)
            lastArrival += 1
            arrivals[id] = lastArrival
            wait(notification, until: notification.nextAttempt ?? date, lastArrival)
        }
        heldBack = []
    }

    /// Gives up what has waited longest, as after the last retry: the newest state matters most to a receiver.
    private mutating func giveUpOldest() {
        while waitingByArrival[firstArrival] == nil { firstArrival += 1 }
        guard var notification = waitingByArrival[firstArrival] else { return }
        remove(Turn(due: notification.nextAttempt ?? notification.date, arrival: firstArrival))
        notification.nextAttempt = nil
        heldBack.removeAll { $0 == notification.id }
        crowdedOutCount += 1
        leave(notification, firstArrival)
    }

    /// Takes a notification that has had its last attempt from those that wait.
    private mutating func leave(_ notification: OutgoingNotification, _ arrival: Int) {
        if let waiting = waitingByArrival.removeValue(forKey: arrival) { waitingBytes -= waiting.byteCount }
        arrivals[notification.id] = nil
        finish(notification)
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
    ///
    /// - Parameters:
    ///   - now: The store's time.
    ///   - hasAddress: Whether there is somewhere to send a notification to; others wait.
    func next(
        at now: Date,
        where hasAddress: (OutgoingNotification) -> Bool = { _ in true }
    ) -> OutgoingNotification? {
        for turn in turns {
            guard turn.due <= now else { return nil }
            if let notification = waitingByArrival[turn.arrival], hasAddress(notification) { return notification }
        }
        return nil
    }

    /// Takes the attempt that comes first, if one is due; until it was recorded or taken back, it comes up no more.
    mutating func begin(
        at now: Date,
        where hasAddress: (OutgoingNotification) -> Bool = { _ in true }
    ) -> OutgoingNotification? {
        guard let notification = next(at: now, where: hasAddress), let arrival = arrivals[notification.id] else {
            return nil
        }
        heldBack.removeAll { $0 == notification.id }
        underWay.insert(notification.id)
        remove(turn(of: notification, arrival))
        return notification
    }

    /// Takes back an attempt that came to no end; it is due as before.
    mutating func takeBack(_ id: String) {
        guard underWay.remove(id) != nil, let arrival = arrivals[id], let notification = waitingByArrival[arrival]
        else { return }
        insert(turn(of: notification, arrival))
    }

    /// Notes how an attempt ended and when the next is due.
    ///
    /// The attempt counts as made when it was due, so that a clock that jumps over several retries gives the same
    /// history as one that walks.
    ///
    /// - Returns: The notification as it is now, nil if it is not here.
    @discardableResult
    mutating func record(_ result: NotificationSendResult, of id: String) -> OutgoingNotification? {
        guard let arrival = arrivals[id], var notification = waitingByArrival[arrival] else { return nil }
        let date = notification.nextAttempt ?? notification.date
        if underWay.remove(id) == nil { remove(turn(of: notification, arrival)) }
        notification.attempts.append(.init(date: date, result: result))
        notification.nextAttempt =
            result == .success
            ? nil
            : schedule(of: notification).nextAttempt(afterAttempt: notification.attempts.count, at: date)
        if let next = notification.nextAttempt {
            waitingBytes += notification.byteCount - (waitingByArrival[arrival]?.byteCount ?? 0)
            wait(notification, until: next, arrival)
        } else {
            leave(notification, arrival)
        }
        return notification
    }

    private func schedule(of notification: OutgoingNotification) -> NotificationRetrySchedule {
        notification.version == .one ? schedule.versionOne : schedule
    }

    private mutating func wait(_ notification: OutgoingNotification, until due: Date, _ arrival: Int) {
        waitingByArrival[arrival] = notification
        insert(Turn(due: due, arrival: arrival))
    }

    private func turn(of notification: OutgoingNotification, _ arrival: Int) -> Turn {
        Turn(due: notification.nextAttempt ?? notification.date, arrival: arrival)
    }

    private mutating func insert(_ turn: Turn) { turns.insert(turn, at: place(of: turn)) }

    private mutating func remove(_ turn: Turn) {
        let place = place(of: turn)
        if place == turns.startIndex {
            turns.removeFirst()
        } else {
            turns.remove(at: place)
        }
    }

    /// Where a turn stands, or would stand.
    private func place(of turn: Turn) -> Int {
        var (low, high) = (turns.startIndex, turns.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if turns[middle] < turn { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func finish(_ notification: OutgoingNotification) {
        finished.append(notification)
        finishedBytes += notification.byteCount
        var count = 0
        while finished.count - count > 1,
            finished.count - count > memory.finished || finishedBytes > memory.finishedBytes
        {
            identifiers.remove(finished[count].id)
            finishedBytes -= finished[count].byteCount
            count += 1
        }
        finished.removeFirst(count)
    }
}
