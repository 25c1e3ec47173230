/// What a session has prepared, by text.
struct PreparedStatements {
    /// How to run a text.
    struct Use: Equatable {
        /// What the server knows it by.
        var name: String
        /// Whether the server must be told first.
        var isNew: Bool
        /// A name that the server may forget, to make room.
        var evicted: String?
    }

    private struct Entry {
        var name: String
        var lastUse: UInt64
    }

    private let limit: Int
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0
    private var names: UInt64 = 0

    /// - Parameter limit: How many are kept.
    init(limit: Int) { self.limit = max(limit, 1) }

    var count: Int { entries.count }

    /// The name of a text, which is known from now on.
    mutating func use(_ text: String) -> Use {
        uses += 1
        if let name = entries[text]?.name {
            entries[text]?.lastUse = uses
            return Use(name: name, isNew: false)
        }
        var evicted: String?
        if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            evicted = entries.removeValue(forKey: oldest.key)?.name
        }
        // A name is never used again: what failed under it may still be on its way.
        names += 1
        entries[text] = Entry(name: "p\(names)", lastUse: uses)
        return Use(name: "p\(names)", isNew: true, evicted: evicted)
    }

    /// The text is not prepared, or not any more. Only if it still has this name: it may be prepared anew meanwhile.
    mutating func forget(_ text: String, named name: String) {
        if entries[text]?.name == name { entries.removeValue(forKey: text) }
    }
}
