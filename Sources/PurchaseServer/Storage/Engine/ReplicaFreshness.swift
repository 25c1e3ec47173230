import AppStoreModels

/// How far databases that follow another one have come, and whether they know enough for a look-up: arithmetic only, the caller
/// says what time it is, on a clock that never goes back, in seconds.
struct ReplicaFreshness: Sendable {
    /// How many seconds a follower may be behind.
    let maximumAge: Double
    /// Where the followed database was, and when it was asked; the oldest first, all of one history.
    private var marks: [(asked: Double, place: LogPlace)] = []
    /// The moment up to which each follower has everything.
    private var complete: [Double]
    /// When this server last acknowledged something about a customer, by name.
    private var changes: [String: Double] = [:]
    /// When this server last acknowledged what may concern anybody.
    private var lastForAll = -Double.infinity

    /// Above how many names of customers those are forgotten that were changed long ago.
    private static let maximumChanges = 50_000

    /// - Parameters:
    ///   - count: How many followers there are.
    ///   - maximumAge: How many seconds a follower may be behind.
    init(count: Int, maximumAge: Double) {
        complete = [Double](repeating: -.infinity, count: count)
        self.maximumAge = maximumAge
    }

    /// The followed database had everything that was acknowledged before `asked` at this place of its log.
    ///
    /// One that only repeats what another one has written says nothing of what is acknowledged. One that has begun another
    /// history, as after a failover, is followed by nobody until they say that they have it.
    mutating func note(_ place: LogPlace, asked: Double) {
        guard place.writer != nil else { return }
        if place.history != marks.last?.place.history {
            marks = []
            for follower in complete.indices { noteFailure(of: follower) }
        }
        marks.append((asked, place))
        marks.removeAll { $0.asked < asked - maximumAge }
    }

    /// A follower has come to this place. One of another history is none: a follower that was promoted counts on from where it
    /// was, so its places say nothing of what the followed database has acknowledged since.
    mutating func note(_ place: LogPlace, of follower: Int) {
        guard let now = marks.last?.place, place.history == now.history,
            // Where one database plays both, it has what it has written.
            place.writer == nil || place.writer == now.writer
        else { return noteFailure(of: follower) }
        guard let mark = marks.last(where: { $0.place.position <= place.position }) else { return }
        complete[follower] = max(complete[follower], mark.asked)
    }

    /// A follower did not answer: nobody is sent there until it says where it is.
    mutating func noteFailure(of follower: Int) { complete[follower] = -.infinity }

    /// This server has acknowledged something about customers, by all of their names; nil for what may concern anybody.
    mutating func noteChange(of customers: Set<String>?, at moment: Double) {
        guard let customers else {
            lastForAll = moment
            return
        }
        for customer in customers { changes[customer] = moment }
        guard changes.count > Self.maximumChanges else { return }
        // Whatever may be asked knows older ones.
        changes = changes.filter { $0.value >= moment - maximumAge }
        // A flood of changes: then the followed database is asked about everybody for a while. Not only once all places are
        // taken, for then these would be looked through at each change.
        if changes.count > Self.maximumChanges / 2 { (changes, lastForAll) = ([:], moment) }
    }

    /// Those who may be asked, from the one that is least behind.
    ///
    /// - Parameter customer: About whom; nil for what is about nobody.
    func usable(for customer: String?, at moment: Double) -> [Int] {
        var needed = moment - maximumAge
        if let customer {
            // What was acknowledged at the very moment of the question may be behind it.
            needed = max(needed, max(lastForAll, changes[customer] ?? -.infinity).nextUp)
        }
        return complete.indices.filter { complete[$0] >= needed }.sorted { complete[$0] > complete[$1] }
    }
}

/// How far a PostgreSQL has come, and in which of all histories.
struct LogPlace: Sendable, Hashable {
    let position: LogPosition
    /// The database and its timeline, a new one of which begins whenever a follower is promoted. Positions of two histories
    /// say nothing of each other.
    let history: String
    /// What tells the server that writes there from all others; nil for one that repeats what another one writes.
    let writer: String?
}

/// A place in the log of a PostgreSQL, as `pg_lsn` has it: `16/B374D848`.
struct LogPosition: Sendable, Hashable, Comparable {
    private let value: UInt64

    /// - Returns: nil for a text that is none.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let high = Self.half(parts[0]), let low = Self.half(parts[1]) else { return nil }
        value = high << 32 | low
    }

    /// Up to eight digits, without the zeros before them.
    private static func half(_ digits: Substring) -> UInt64? {
        let zeros = String(repeating: "0", count: max(0, 8 - digits.utf8.count))
        guard !digits.isEmpty, let bytes = [UInt8](hexadecimal: zeros + digits), bytes.count == 4 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
