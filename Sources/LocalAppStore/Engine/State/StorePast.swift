import Foundation

/// What the last events replaced, account by account, so that what was true at one of them can be told later: a notification
/// says what was true when it happened, however much happened at the same moment, or until it was made.
///
/// It lives in memory only: while somebody hears of single events, and again from the log for those whose notification is missing.
struct StorePast: Sendable {
    /// Up to here nothing is known of the past.
    private(set) var since: Int
    private var replacedByAccount: [String: ArraySlice<Replaced>] = [:]
    /// Whose records were replaced by which events, oldest first.
    private var order: ArraySlice<(sequence: Int, account: String)> = []
    /// So many replaced records are remembered, and the older half of them forgotten when there are twice as many.
    private let limit: Int

    /// A record that an event replaced: the old one, nil for something new.
    struct Replaced: Sendable {
        let sequence: Int
        let record: Record

        enum Record: Sendable {
            case transaction(String, StoreTransaction?)
            case subscription(String, StoreSubscription?)
        }
    }

    /// Whether it is as long as what was read back from a log, so that somebody is still to come who asks for it.
    var isOfLog: Bool { limit > Self.usualLimit }

    static let usualLimit = 8_192

    /// A past that begins after an event.
    init(since: Int, limit: Int = usualLimit) {
        self.since = since
        self.limit = limit
    }

    /// Remembers a record that an event replaces.
    mutating func remember(_ record: Replaced.Record, of account: String, replacedBy sequence: Int) {
        guard sequence > since else { return }
        replacedByAccount[account, default: []].append(Replaced(sequence: sequence, record: record))
        order.append((sequence, account))
        if order.count >= 2 * limit, let last = order.dropFirst(limit - 1).first { forget(through: last.sequence) }
    }

    /// What events after this one replaced of an account's, newest first; nil if that is forgotten.
    func replaced(of account: String, after sequence: Int) -> [Replaced]? {
        guard sequence >= since else { return nil }
        let known = replacedByAccount[account] ?? []
        return Array(known.reversed().prefix { $0.sequence > sequence })
    }

    /// Forgets what was true before this event and at it.
    mutating func forget(through sequence: Int) {
        guard sequence > since else { return }
        since = sequence
        while let first = order.first, first.sequence <= sequence {
            order.removeFirst()
            replacedByAccount[first.account]?.removeFirst()
            if replacedByAccount[first.account]?.isEmpty == true { replacedByAccount[first.account] = nil }
        }
        // The rest of a slice keeps what was dropped in memory.
        if order.startIndex > order.count + 1_024 { order = ArraySlice(Array(order)) }
    }

    /// The log that was read back has only so many events: those that come are told of from there on.
    mutating func begin(notAfter sequence: Int) { since = min(since, sequence) }

    /// Forgets events that did not happen after all.
    mutating func takeBack(after sequence: Int) {
        while let last = order.last, last.sequence > sequence {
            order.removeLast()
            replacedByAccount[last.account]?.removeLast()
            if replacedByAccount[last.account]?.isEmpty == true { replacedByAccount[last.account] = nil }
        }
    }
}
