import Crypto
import Foundation
import GRDB

/// The columns of a table, in the order in which its rows are read, and by which of them a row is found again.
struct MovedColumns: Sendable, Hashable {
    let table: String
    let names: [String]
    /// Empty for a table without a key, which is small.
    let keys: [String]

    /// As a part of a statement; some names are words of PostgreSQL's.
    var list: String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
    private var keyList: String { keys.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// What a table of SQLite has.
    init(of table: String, in database: StorageDatabase) throws {
        self.table = table
        var (names, keys): ([String], [(Int64, String)]) = ([], [])
        for row in try StorageRow.fetchAll(database, sql: "SELECT name, pk FROM pragma_table_info('\(table)')") {
            let name = try row.decode(String.self, atIndex: 0)
            let place = try row.decode(Int64.self, atIndex: 1)
            names.append(name)
            if place > 0 { keys.append((place, name)) }
        }
        guard !names.isEmpty else { throw PurchaseServerError(.databaseDamaged, "there is no table \(table)") }
        self.names = names
        self.keys = keys.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// How many rows are read at once; all, where there is no key to go on by.
    static let portion = 500

    /// Rows behind a place, in the order of the key.
    func rows(after place: [DatabaseValue]?, in database: StorageDatabase) throws -> [[DatabaseValue]] {
        var sql = "SELECT \(list) FROM \(table)"
        if let place {
            sql += " WHERE (\(keyList)) > (\(StorageArguments.places(place.count)))"
        }
        if !keys.isEmpty { sql += " ORDER BY \(keyList) LIMIT \(Self.portion)" }
        let found = try StorageRow.fetchAll(database, sql: sql, arguments: StorageArguments(place ?? []))
        return try found.map { row in
            try names.indices.map { try row.value(atIndex: $0) }
        }
    }

    /// The rows that have the keys of these; all, where there is no key.
    func rows(withKeysOf others: [[DatabaseValue]], in database: StorageDatabase) throws -> Set<[DatabaseValue]> {
        guard !keys.isEmpty else { return Set(try rows(after: nil, in: database)) }
        let condition = keys.map { "\"\($0)\" = ?" }.joined(separator: " AND ")
        let finding = try database.cachedStatement(sql: "SELECT \(list) FROM \(table) WHERE \(condition)")
        var found: Set<[DatabaseValue]> = []
        for key in others.compactMap(place) {
            for row in try StorageRow.fetchAll(finding, arguments: StorageArguments(key)) {
                found.insert(try names.indices.map { try row.value(atIndex: $0) })
            }
        }
        return found
    }

    /// Where the list goes on behind a row; nil if a table has no key.
    func place(of row: [DatabaseValue]) -> [DatabaseValue]? {
        guard !keys.isEmpty else { return nil }
        return keys.compactMap { key in names.firstIndex(of: key).map { row[$0] } }
    }
}

/// What tells the rows of a table from others, in whatever order they come.
struct MovedDigest: Sendable, Hashable {
    private(set) var count = 0
    private var sum = [UInt8](repeating: 0, count: 32)

    /// Counts a row in.
    mutating func add(_ row: [DatabaseValue]) {
        var hash = SHA256()
        for value in row {
            let (kind, bytes): (UInt8, Data) =
                switch value.storage {
                case .null: (0, Data())
                case .int64(let number): (1, Data(String(number).utf8))
                case .double(let number): (2, Data(String(number).utf8))
                case .string(let text): (3, Data(text.utf8))
                case .blob(let data): (4, data)
                }
            // With its length, so that no two rows look alike.
            hash.update(data: Data("\(kind) \(bytes.count) ".utf8))
            hash.update(data: bytes)
        }
        count += 1
        for (index, byte) in hash.finalize().enumerated() { sum[index] ^= byte }
    }
}
