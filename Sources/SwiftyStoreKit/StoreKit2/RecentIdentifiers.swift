/// The identifiers that were noted last; a limited number of them.
struct RecentIdentifiers: Sendable {
    private let limit: Int
    private var order: [String] = []
    private var members: Set<String> = []

    init(limit: Int = 4_096) { self.limit = limit }

    func contains(_ identifier: String) -> Bool { members.contains(identifier) }

    /// All of them, oldest first.
    var all: [String] { order }

    /// - Returns: Whether it is new.
    @discardableResult
    mutating func insert(_ identifier: String) -> Bool {
        guard members.insert(identifier).inserted else { return false }
        order.append(identifier)
        if order.count > 2 * limit {
            for old in order.prefix(limit) { members.remove(old) }
            order.removeFirst(limit)
        }
        return true
    }

    /// Forgets one, as if it had never been noted.
    mutating func remove(_ identifier: String) {
        guard members.remove(identifier) != nil else { return }
        order.removeAll { $0 == identifier }
    }
}
