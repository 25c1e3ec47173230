import Foundation
import GRDB
import Testing

@testable import PurchaseServer

@Suite("Statements that SQLite carries out step by step")
struct SteppingTests {
    private static func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT UNIQUE, size REAL, bytes BLOB)"
            )
        }
        return queue
    }

    private static let adding = "INSERT INTO t (id, word, size, bytes) VALUES (?, ?, ?, ?)"
    private static let all = "SELECT id, word, size, bytes FROM t WHERE id >= ? ORDER BY id"

    private static func add(_ id: Int64, _ word: String?, in database: StorageDatabase) throws {
        try database.cachedStatement(sql: adding).execute(arguments: [id, word, 1.5, Data([0, 255])])
    }

    @Test("Values are stored as they are, those that are missing too, and read again in every way")
    func values() throws {
        try Self.database().write { inner in
            let database = StorageDatabase(inner)
            try Self.add(1, "größer", in: database)
            try Self.add(2, nil, in: database)
            #expect(try database.changesCount == 1)
            let reading = try database.cachedStatement(sql: Self.all)
            let rows = try StorageRow.fetchAll(reading, arguments: [1])
            #expect(try rows.map { try $0.decode(Int64.self, atIndex: 0) } == [1, 2])
            #expect(try rows.map { try $0.decode(String?.self, forColumn: "word") } == ["größer", nil])
            #expect(try rows.map { try $0.decode(Double.self, forColumn: "size") } == [1.5, 1.5])
            let bytes = Data([0, 255]).databaseValue
            #expect(try rows.map { try $0.value(atIndex: 3) } == [bytes, bytes])
            let one = try #require(try StorageRow.fetchOne(reading, arguments: [2]))
            #expect(try one.decode(Int64.self, atIndex: 0) == 2)
            #expect(try StorageRow.fetchOne(reading, arguments: [3]) == nil)
            #expect(try Int64.fetchAll(reading, arguments: [1]) == [1, 2])
            #expect(try Int64.fetchOne(reading, arguments: [2]) == 2)
            #expect(try Int64.fetchOne(reading, arguments: [3]) == nil)
            let word = try database.cachedStatement(sql: "SELECT word FROM t WHERE id = ?")
            #expect(try String.fetchOne(word, arguments: [1]) == "größer")
            #expect(try String.fetchOne(word, arguments: [2]) == nil)
        }
    }

    @Test("Nothing, where something must be, and a column that is not there, are damage")
    func damage() throws {
        try Self.database().write { inner in
            let database = StorageDatabase(inner)
            try Self.add(2, nil, in: database)
            let reading = try database.cachedStatement(sql: Self.all)
            let row = try #require(try StorageRow.fetchOne(reading, arguments: [0]))
            let reads: [() throws -> Void] = [
                { _ = try row.decode(String.self, atIndex: 1) }, { _ = try row.decode(String.self, atIndex: 9) },
                { _ = try row.decode(String.self, forColumn: "other") },
                { _ = try String.fetchAll(database.cachedStatement(sql: "SELECT word FROM t")) },
            ]
            for read in reads {
                #expect(throws: PurchaseServerError.self) { try read() }
            }
        }
    }

    @Test("A row is gone with the next, and rows that nobody asks for any more are left behind")
    func cursor() throws {
        let queue = try Self.database()
        try queue.write { inner in
            let database = StorageDatabase(inner)
            for id in 1...5 { try Self.add(Int64(id), "\(id)", in: database) }
            let reading = try database.cachedStatement(sql: Self.all)
            let rows = try StorageRow.fetchCursor(reading, arguments: [2])
            var seen: [Int64] = []
            while let row = try rows.next() { seen.append(try row.decode(atIndex: 0)) }
            #expect(seen == [2, 3, 4, 5])
            #expect(try rows.next() == nil)
            let unread = try StorageRow.fetchCursor(reading, arguments: [1])
            #expect(try unread.next() != nil)
        }
        // No statement was left open: the table can go.
        try queue.write { try $0.execute(sql: "DROP TABLE t") }
    }

    @Test("A row stays as long as anybody has it, though nobody has its cursor any more")
    func rowAlone() throws {
        try Self.database().write { inner in
            let database = StorageDatabase(inner)
            try Self.add(1, "one", in: database)
            let row = try #require(try Self.firstRow(of: database))
            #expect(try row.decode(String.self, atIndex: 1) == "one")
        }
    }

    private static func firstRow(of database: StorageDatabase) throws -> StorageRow? {
        try StorageRow.fetchCursor(database.cachedStatement(sql: all), arguments: [1]).next()
    }

    @Test("What a rule refuses is told by its name, and the same statement goes on with what is allowed")
    func refused() throws {
        try Self.database().write { inner in
            let database = StorageDatabase(inner)
            try Self.add(1, "one", in: database)
            let error = #expect(throws: DatabaseError.self) { try Self.add(2, "one", in: database) }
            #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
            #expect(error?.message == "UNIQUE constraint failed: t.word")
            #expect(error?.sql == Self.adding)
            try Self.add(2, "two", in: database)
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM t") == 2)
        }
    }

    @Test("Named placeholders, repeated ones, and a count that does not fit")
    func placeholders() throws {
        try Self.database().write { inner in
            let database = StorageDatabase(inner)
            try database.cachedStatement(sql: "INSERT INTO t (id, word) VALUES (:id, :word)")
                .execute(arguments: ["id": 1, "word": "one"])
            try database.cachedStatement(sql: "INSERT INTO t (id, word) VALUES (?2, ?1 || ?1)")
                .execute(arguments: ["a", 2])
            let reading = try database.cachedStatement(sql: "SELECT word FROM t WHERE id = :id")
            #expect(try String.fetchOne(reading, arguments: ["id": 1]) == "one")
            #expect(try String.fetchOne(reading, arguments: ["id": 2]) == "aa")
            #expect(try StorageRow.fetchOne(reading, arguments: ["id": 2])?.decode(atIndex: 0) == "aa")
            #expect(throws: DatabaseError.self) {
                try database.cachedStatement(sql: Self.adding).execute(arguments: [3, "three"])
            }
            #expect(throws: DatabaseError.self) { try StorageRow.fetchAll(reading, arguments: [1, 2]) }
        }
    }

    @Test("After SQLite has ended a transaction by itself nothing is changed outside of it")
    func endedBySQLite() throws {
        let queue = try Self.database()
        var ended: Result<Void, any Error>?
        let error = #expect(throws: DatabaseError.self) {
            try queue.write { inner in
                let database = StorageDatabase(inner)
                try Self.add(1, "one", in: database)
                let taken = "INSERT OR ROLLBACK INTO t (id, word) VALUES (?, ?)"
                ended = Result {
                    try database.cachedStatement(sql: taken).execute(arguments: [1, "again"])
                }
                try Self.add(2, "two", in: database)
            }
        }
        #expect(throws: DatabaseError.self) { try ended?.get() }
        #expect(error?.resultCode == .SQLITE_ABORT)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
    }

    @Test("Whoever does not wait any more reads nothing")
    func cancelled() async throws {
        let queue = try Self.database()
        try await queue.write { try Self.add(1, "one", in: StorageDatabase($0)) }
        #expect(try Self.first(in: queue) == 1)
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try Self.first(in: queue)
        }
        await #expect(throws: CancellationError.self) { _ = try await reading.value }
    }

    private static func first(in queue: DatabaseQueue) throws -> Int64? {
        try queue.read { inner in
            let database = StorageDatabase(inner)
            return try Int64.fetchOne(database.cachedStatement(sql: all), arguments: [1])
        }
    }
}
