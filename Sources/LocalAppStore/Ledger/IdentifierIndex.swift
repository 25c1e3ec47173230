/// In which row a record is, by its identifier.
///
/// Identifiers count up, so for nearly all of them the row is read from a table at the identifier's distance from the
/// first one: no hashing, no searching, four bytes each.
struct IdentifierIndex: Sendable {
    private static let pageSize: Int64 = 1_024
    /// A gap of more pages is not filled: what is behind it is looked up by hashing.
    private static let longestGap = 1_024
    private static let none = UInt32.max

    private var first: Int64 = 0
    /// Rows by distance from `first`; pages without any are empty.
    private var pages: [[UInt32]] = []
    private var others: [Int64: UInt32] = [:]

    /// The row of an identifier.
    subscript(id: Int64) -> Int? {
        if id >= first {
            let (page, position) = Self.place(id - first)
            if page < pages.count, !pages[page].isEmpty, pages[page][position] != Self.none {
                return Int(pages[page][position])
            }
        }
        return others.isEmpty ? nil : others[id].map { Int($0) }
    }

    /// Notes the row of an identifier that has none.
    mutating func add(_ id: Int64, row: Int) {
        if pages.isEmpty, id >= 0 { first = id }
        guard id >= first else { return others[id] = UInt32(row) }
        let (page, position) = Self.place(id - first)
        guard page - pages.count < Self.longestGap else { return others[id] = UInt32(row) }
        while pages.count <= page { pages.append([]) }
        if pages[page].isEmpty { pages[page] = Array(repeating: Self.none, count: Int(Self.pageSize)) }
        pages[page][position] = UInt32(row)
    }

    mutating func remove(_ id: Int64) {
        if !others.isEmpty, others.removeValue(forKey: id) != nil { return }
        guard id >= first else { return }
        let (page, position) = Self.place(id - first)
        if page < pages.count, !pages[page].isEmpty { pages[page][position] = Self.none }
    }

    private static func place(_ distance: Int64) -> (page: Int, position: Int) {
        (Int(distance / pageSize), Int(distance % pageSize))
    }
}
