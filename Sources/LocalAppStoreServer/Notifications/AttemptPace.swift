/// When the next attempt to deliver a notification may begin while others are under way.
///
/// A receiver that answers soon hears of everything in order: the next attempt waits for the one before. A slow one is not
/// waited for: once an attempt was looked at twice and still goes on, the next may overtake it.
struct AttemptPace {
    /// How many attempts may be under way at once.
    static let limit = 8
    /// How many seconds pass between two looks.
    static let interval = 0.5

    /// How many attempts are under way.
    private(set) var underWay = 0
    /// The attempt that the next one waits for, and how often it was looked at.
    private var latest: (id: String, looks: Int)?

    /// Whether another attempt may begin now.
    var mayBegin: Bool { latest == nil && underWay < Self.limit }

    /// An attempt begins.
    mutating func begin(_ id: String) {
        underWay += 1
        latest = (id, 0)
    }

    /// An attempt has ended.
    mutating func end(_ id: String) {
        underWay -= 1
        if latest?.id == id { latest = nil }
    }

    /// Time has passed.
    mutating func look() {
        // At the first look the attempt may have begun a moment ago.
        if let (id, looks) = latest { latest = looks == 0 ? (id, 1) : nil }
    }
}
