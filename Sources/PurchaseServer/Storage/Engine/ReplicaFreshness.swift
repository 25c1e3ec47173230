import AppStoreModels

/// How far databases that follow another one have come, and whether they know enough for a look-up: arithmetic only, the caller
/// says what time it is, on a clock that never goes back, in seconds.
struct ReplicaFreshness: Sendable {
    /// How many seconds a follower may be behind.
    let maximumAge: Double
    /// Where the followed database was, and when it was asked; the oldest first.
    private var marks: [(asked: Double, position: LogPosition)] = []
    /// The moment up to which each follower has everything.
    private var complete: [Double]
    /// When this server last changed something about a customer.
    private var changes: [String: Double] = [:]
    /// When this server last changed what may concern anybody.
    private var lastForAll = -Double.infinity

    /// Above how many customers those are forgotten who were changed long ago.
    private static let maximumChanges = 10_000

    /// - Parameters:
    ///   - count: How many followers there are.
    ///   - maximumAge: How many seconds a follower may be behind.
    init(count: Int, maximumAge: Double) {
        complete = [Double](repeating: -.infinity, count: count)
        self.maximumAge = maximumAge
    }

    /// The followed database had everything that was acknowledged before `asked` at this place of its log.
    mutating func note(_ position: LogPosition, asked: Double) {
        marks.append((asked, position))
        marks.removeAll { $0.asked < asked - maximumAge }
    }

    /// A follower has come to this place.
    mutating func note(_ position: LogPosition, of follower: Int) {
        guard let mark = marks.last(where: { $0.position <= position }) else { return }
        complete[follower] = max(complete[follower], mark.asked)
    }

    /// A follower did not answer: nobody is sent there until it says where it is.
    mutating func noteFailure(of follower: Int) { complete[follower] = -.infinity }

    /// This server has changed something about customers; nil for what may concern anybody.
    mutating func noteChange(of customers: [String]?, at moment: Double) {
        guard let customers else {
            lastForAll = moment
            return
        }
        for customer in customers { changes[customer] = moment }
        guard changes.count > Self.maximumChanges else { return }
        // Whatever may be asked knows older ones.
        changes = changes.filter { $0.value >= moment - maximumAge }
        // A flood of changes: then the followed database is asked about everybody for a while.
        if changes.count > Self.maximumChanges { (changes, lastForAll) = ([:], moment) }
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
