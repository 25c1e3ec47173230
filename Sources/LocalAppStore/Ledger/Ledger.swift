/// What a ledger keeps: a record that is packed into numbers, what it has in common with many others, and what only few have.
protocol LedgerRecord: Sendable, Equatable {
    associatedtype Packed: PackedRecord
    associatedtype Terms: Hashable & Sendable & Codable & StoredValue
    associatedtype Details: Sendable & Codable & StoredValue

    /// What it has in common with others.
    var ledgerTerms: Terms { get }
    /// What few have; nil if it has none of that.
    var ledgerDetails: Details? { get }

    /// Its numbers, with those of its names, which are added if they are new.
    func packed(with names: inout LedgerNames, terms: UInt32) -> Packed

    /// Made of its parts again.
    init(_ packed: Packed, _ names: LedgerNames, _ terms: Terms, _ details: Details?)
}

/// The numbers of a record in a ledger.
protocol PackedRecord: TableRecord {
    /// The number of what it has in common with others.
    var terms: UInt32 { get }

    /// How many bytes are written.
    static var writtenSize: Int { get }

    func write(to writer: inout ByteWriter)

    init(from reader: inout ByteReader) throws(StoreError)

    /// Whether all numbers can be, and stand for something.
    func isSound(_ names: LedgerNames) -> Bool
}

/// Records in the order they were made, found by identifier and by account.
///
/// Millions of them fit into memory: each is kept packed, and a record is made when someone asks.
struct Ledger<Record: LedgerRecord>: Sendable {
    var table = RecordTable<Record.Packed>()
    var names = LedgerNames()
    var terms = Interned<Record.Terms>()
    /// What few records have, by row.
    var details: [Int: Record.Details] = [:]

    init() {}

    var count: Int { table.count }

    subscript(id: String) -> Record? { row(of: id).map(record) }

    var all: some Sequence<Record> { table.rows.lazy.map(record) }

    /// One account's records in the order they were made.
    func records(of account: String) -> some BidirectionalCollection<Record> {
        (names.accounts.number(of: account).map(table.rows) ?? []).lazy.map(record)
    }

    func row(of id: String) -> Int? {
        names.identifiers.knownNumber(of: id).flatMap(table.row)
    }

    func record(_ row: Int) -> Record {
        let packed = table[row]
        return Record(packed, names, terms[packed.terms], details[row])
    }

    /// What was in a row before a record was put there.
    struct Replaced: Sendable {
        let row: Int
        /// Nil if the record is new.
        let old: Record.Packed?
        let oldDetails: Record.Details?

        var isNew: Bool { old == nil }
    }

    /// Adds a record or replaces its older version.
    @discardableResult
    mutating func put(_ record: Record) -> Replaced {
        let number = terms.add(record.ledgerTerms)
        let (row, old) = table.put(record.packed(with: &names, terms: number))
        let replaced = Replaced(row: row, old: old, oldDetails: old == nil ? nil : details[row])
        let rare = record.ledgerDetails
        if rare != nil || old != nil { details[row] = rare }
        return replaced
    }

    /// Takes back what was put; the latest first.
    mutating func takeBack(_ replaced: Replaced) {
        table.takeBack(replaced.row, old: replaced.old)
        details[replaced.row] = replaced.oldDetails
    }

    /// Deletes a record; its row stays.
    mutating func remove(_ id: String) {
        guard let row = row(of: id) else { return }
        table.remove(row)
        details[row] = nil
    }
}

extension Ledger: Equatable {
    /// Ledgers are equal when they hold the same records in the same order, however they came by them.
    static func == (left: Ledger, right: Ledger) -> Bool {
        left.count == right.count && zip(left.all, right.all).allSatisfy(==)
    }
}
