import Foundation
import GRDB
import Testing

@testable import PurchaseServer

@Suite("Rows of quick questions, read where SQLite has them")
struct SteppedRowTests {
    private static func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT, size REAL, bytes BLOB, none TEXT)"
            )
            try database.execute(sql: "INSERT INTO t VALUES (7, 'größer', 1.5, x'00FF', NULL), (8, '', 0, x'', NULL)")
        }
        return queue
    }

    private static let all = "SELECT id, word, size, bytes, none FROM t WHERE id = ?"

    private static func first<Answer>(
        _ database: Database,
        _ sql: String,
        _ arguments: [DatabaseValue],
        _ read: (SteppedRow) throws -> Answer
    ) throws -> Answer? {
        try database.firstRow(of: database.cachedStatement(sql: sql), arguments, read)
    }

    @Test("Each kind of value comes as it is stored, by place and by name")
    func values() throws {
        try Self.database().read { database in
            let seen = try Self.first(database, Self.all, [7.databaseValue]) { row in
                #expect(try row.decode(Int64.self, atIndex: 0) == 7)
                #expect(try row.decode(String.self, atIndex: 1) == "größer")
                #expect(try row.decode(Double.self, atIndex: 2) == 1.5)
                #expect(try row.decode(Data.self, atIndex: 3) == Data([0, 0xFF]))
                #expect(try row.decode(String?.self, atIndex: 4) == nil)
                #expect(try row.index(of: "bytes") == 3)
                return try (0..<5).map { try row.value(atIndex: $0) }
            }
            #expect(
                seen == [
                    7.databaseValue, "größer".databaseValue, 1.5.databaseValue, Data([0, 0xFF]).databaseValue, .null,
                ]
            )
            let empty = try Self.first(database, Self.all, [8.databaseValue]) { row in
                (try row.decode(String.self, atIndex: 1), try row.decode(Data.self, atIndex: 3))
            }
            #expect(empty?.0 == "")
            #expect(empty?.1 == Data())
        }
    }

    @Test("Octets are read where they are; what is none is damage")
    func octets() throws {
        try Self.database().read { database in
            let read = try [7, 8].map { id in
                try Self.first(database, Self.all, [id.databaseValue]) { row in
                    try row.withOctets(atIndex: 3) { Array($0) }
                }
            }
            #expect(read == [[0, 0xFF], []])
            for index in [0, 1, 2, 4, 5] {
                let error = #expect(throws: PurchaseServerError.self) {
                    try Self.first(database, Self.all, [7.databaseValue]) { try $0.withOctets(atIndex: index) { _ in } }
                }
                #expect(error?.code == .databaseDamaged)
            }
        }
    }

    @Test(
        "A text is stored octet by octet as it is",
        arguments: [
            "", "a", "größte", "fifteen octets.", "sixteen octets..", String(repeating: "ü", count: 5_000), "a\u{0}b",
        ]
    )
    func text(_ word: String) throws {
        try Self.database().write { database in
            try database.carryOut(
                database.cachedStatement(sql: "INSERT INTO t (id, word, none) VALUES (?, ?, ?)"),
                [9, word, nil]
            )
            let stored = try Row.fetchOne(
                database,
                sql: "SELECT typeof(word), CAST(word AS BLOB), none IS NULL FROM t WHERE id = 9"
            )
            #expect(stored?[0] == "text")
            #expect(stored?[1] == Data(word.utf8))
            #expect(stored?[2] == true)
            // And it is found by it.
            let found = try Self.first(database, "SELECT id FROM t WHERE word = ?", [word.databaseValue]) { row in
                try row.decode(Int64.self, atIndex: 0)
            }
            #expect(found == (word.isEmpty ? 8 : 9))
        }
    }

    @Test("Nothing, where something must be, is damage", arguments: [4, 5, 99])
    func nothing(index: Int) throws {
        try Self.database().read { database in
            let error = #expect(throws: PurchaseServerError.self) {
                try Self.first(database, Self.all, [7.databaseValue]) { try $0.decode(String.self, atIndex: index) }
            }
            #expect(error?.code == .databaseDamaged)
            #expect(throws: PurchaseServerError.self) {
                try Self.first(database, Self.all, [7.databaseValue]) { try $0.index(of: "other") }
            }
        }
    }

    @Test("No row is no answer, and a question that was asked, or went wrong, can be asked again")
    func again() throws {
        let queue = try Self.database()
        for id in [9, 7, 9, 8] {
            let found = try queue.read { database in
                try Self.first(database, Self.all, [id.databaseValue]) { try $0.decode(Int.self, atIndex: 0) }
            }
            #expect(found == (id == 9 ? nil : id))
        }
        try queue.read { database in
            let place = #expect(throws: DatabaseError.self) {
                try Self.first(database, Self.all, [7.databaseValue, 8.databaseValue]) { _ in }
            }
            #expect(place?.resultCode == .SQLITE_RANGE)
            let value = #expect(throws: DatabaseError.self) {
                try Self.first(database, "SELECT abs(?)", [Int64.min.databaseValue]) { _ in }
            }
            #expect(value?.message == "integer overflow")
            let abs = try Self.first(database, "SELECT abs(?)", [(-3).databaseValue]) {
                try $0.decode(Int.self, atIndex: 0)
            }
            #expect(abs == 3)
            let id = try Self.first(database, Self.all, [7.databaseValue]) { try $0.decode(Int.self, atIndex: 0) }
            #expect(id == 7)
        }
        // No statement was left open: the table can go.
        try queue.write { try $0.execute(sql: "DROP TABLE t") }
    }
}
