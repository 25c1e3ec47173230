/// A record of fixed size in a ``RecordTable``.
protocol TableRecord: Sendable {
    /// Unique in the table; ``NumberedIdentifiers/absent`` once it was deleted.
    var id: Int64 { get set }
    /// The number of the account it belongs to.
    var account: UInt32 { get }
    /// The row of the account's record before this one; for the table to set.
    var previousRowOfAccount: UInt32 { get set }
}

/// Records in the order in which they came, found by identifier and by account. All but deleting costs the same however
/// many there are.
struct RecordTable<Record: TableRecord>: Sendable {
    private var records = Pages<Record>()
    private var index = IdentifierIndex()
    /// The row of each account's latest record, by the account's number; each record leads to the one before.
    private var latestRows = Pages<UInt32>()
    /// How many records there are, without deleted ones.
    private(set) var count = 0

    /// How many rows there are, with those whose records were deleted.
    var rowCount: Int { records.count }

    subscript(row: Int) -> Record {
        get { records[row] }
        set { records[row] = newValue }
    }

    func row(of id: Int64) -> Int? { index.row(of: id, rowCount: records.count) { records[$0].id } }

    func isDeleted(_ row: Int) -> Bool { records[row].id == NumberedIdentifiers.absent }

    /// Whether there is a record in a row.
    func isThere(_ row: Int) -> Bool { row < records.count && !isDeleted(row) }

    /// All rows that have records, in order.
    var rows: some Sequence<Int> { (0..<records.count).lazy.filter { !isDeleted($0) } }

    /// The rows of an account's records, in order.
    func rows(of account: UInt32) -> [Int] {
        guard Int(account) < latestRows.count else { return [] }
        var rows: [Int] = []
        var row = latestRows[Int(account)]
        while row != UInt32.max {
            if !isDeleted(Int(row)) { rows.append(Int(row)) }
            row = records[Int(row)].previousRowOfAccount
        }
        return rows.reversed()
    }

    /// Adds a record or replaces its older version.
    ///
    /// - Returns: Its row, and the older version.
    @discardableResult
    mutating func put(_ record: Record) -> (row: Int, old: Record?) {
        guard let row = row(of: record.id) else { return (append(record), nil) }
        var record = record
        let old = records[row]
        record.previousRowOfAccount = old.previousRowOfAccount
        records[row] = record
        return (row, old)
    }

    /// Adds a record whose identifier no other has.
    ///
    /// - Returns: Its row.
    mutating func append(_ record: Record) -> Int {
        var record = record
        let row = records.count
        let account = Int(record.account)
        while latestRows.count <= account { latestRows.append(UInt32.max) }
        record.previousRowOfAccount = latestRows[account]
        latestRows[account] = UInt32(row)
        index.add(record.id, row: row)
        records.append(record)
        count += 1
        return row
    }

    /// Takes a record back: the older version comes to its place again, or, if there was none, the row goes. It must be the
    /// last row then.
    mutating func takeBack(_ row: Int, old: Record?) {
        if let old { return records[row] = old }
        guard row == records.count - 1 else { return }
        let record = records[row]
        index.takeBack(record.id, row: row)
        latestRows[Int(record.account)] = record.previousRowOfAccount
        records.removeLast()
        count -= 1
    }

    /// Deletes the record in a row; the row stays.
    mutating func remove(_ row: Int) {
        guard !isDeleted(row) else { return }
        index.remove(records[row].id)
        records[row].id = NumberedIdentifiers.absent
        count -= 1
    }

    /// Whether so many records were deleted that the table should be made anew.
    var isSparse: Bool { records.count > 64 && count < records.count / 2 || count == 0 && records.count > 0 }
}
