/// In which row a record is, by its identifier.
///
/// Identifiers count up as rows do, so that of each sixteen identifiers only the first one's row is noted: the others are in
/// the rows that follow. No hashing, and four bytes for sixteen identifiers. What came out of order is looked up by hashing.
struct IdentifierIndex: Sendable {
    private static let blockSize: Int64 = 16
    private static let blocksOfPage = 1_024
    /// A gap of more pages is not filled.
    private static let longestGap = 1_024
    /// So many rows are looked through for one identifier; what is farther from the first of its block counts as out of order.
    private static let longestWay = 32
    private static let none = UInt32.max

    private var first: Int64 = 0
    /// The largest identifier that came in order; before the first one of all, none.
    private var last: Int64?
    /// The first row of each block of identifiers, by their distance from `first`; pages without any are empty.
    private var pages: [[UInt32]] = []
    private var others: [Int64: UInt32] = [:]

    /// The row of an identifier.
    ///
    /// - Parameters:
    ///   - rowCount: How many rows there are.
    ///   - identifier: The identifier of the record in a row.
    func row(of id: Int64, rowCount: Int, _ identifier: (Int) -> Int64) -> Int? {
        if let last, id >= first, id <= last, let start = start(of: id) {
            var row = start
            let end = min(rowCount, start + Self.longestWay)
            while row < end {
                if identifier(row) == id { return row }
                row += 1
            }
        }
        return others.isEmpty ? nil : others[id].map { Int($0) }
    }

    /// Notes the row of an identifier that has none; it is the last one.
    mutating func add(_ id: Int64, row: Int) {
        if pages.isEmpty, last == nil, id >= 0 { first = id }
        guard id >= first, last.map({ id > $0 }) ?? true, note(id, row) else { return others[id] = UInt32(row) }
        last = id
    }

    /// Notes the row of an identifier that has none, wherever the row is.
    mutating func addOutOfOrder(_ id: Int64, row: Int) { others[id] = UInt32(row) }

    /// Forgets an identifier whose record is deleted and whose row stays, without it.
    mutating func remove(_ id: Int64) {
        if !others.isEmpty { others[id] = nil }
    }

    /// Forgets the identifier in the last row, which goes and may come again.
    mutating func takeBack(_ id: Int64, row: Int) {
        if !others.isEmpty, others.removeValue(forKey: id) != nil { return }
        guard let last, id >= first, id <= last else { return }
        let (page, position) = Self.place(id - first)
        if page < pages.count, !pages[page].isEmpty, pages[page][position] == UInt32(row) {
            pages[page][position] = Self.none
        }
        self.last = id - 1
    }

    /// Whether the row is near enough to the first one of its block.
    private mutating func note(_ id: Int64, _ row: Int) -> Bool {
        let (page, position) = Self.place(id - first)
        guard page - pages.count < Self.longestGap else { return false }
        while pages.count <= page { pages.append([]) }
        if pages[page].isEmpty { pages[page] = Array(repeating: Self.none, count: Self.blocksOfPage) }
        let start = pages[page][position]
        // A row behind this one is not there any more.
        if start == Self.none || Int(start) > row { pages[page][position] = UInt32(row) }
        return row - Int(pages[page][position]) < Self.longestWay
    }

    private func start(of id: Int64) -> Int? {
        let (page, position) = Self.place(id - first)
        guard page < pages.count, !pages[page].isEmpty else { return nil }
        let start = pages[page][position]
        return start == Self.none ? nil : Int(start)
    }

    private static func place(_ distance: Int64) -> (page: Int, position: Int) {
        let (page, position) = (distance / blockSize).quotientAndRemainder(dividingBy: Int64(blocksOfPage))
        return (Int(page), Int(position))
    }
}
