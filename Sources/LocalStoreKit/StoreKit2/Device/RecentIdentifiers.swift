/// The identifiers that were noted last, oldest first; a limited number of them.
struct RecentIdentifiers: Sendable {
    /// How many are kept.
    static let limit = 4_096

    private var order: [String] = []
    private var known: Set<String> = []

    func contains(_ identifier: String) -> Bool { known.contains(identifier) }

    mutating func insert(_ identifier: String) {
        guard known.insert(identifier).inserted else { return }
        order.append(identifier)
        guard order.count > 2 * Self.limit else { return }
        for old in order.prefix(Self.limit) { known.remove(old) }
        order.removeFirst(Self.limit)
    }

    /// All of them; afterwards there are none.
    mutating func takeAll() -> [String] {
        defer { (order, known) = ([], []) }
        return order
    }
}
