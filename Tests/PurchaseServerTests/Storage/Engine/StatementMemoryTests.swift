import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Statements that a transaction asks for again")
struct StatementMemoryTests {
    private static func inDatabase<Value: Sendable>(
        _ body: @escaping @Sendable (StorageDatabase) throws -> Value
    ) throws -> Value {
        try withTemporaryFolder { folder in
            let storage = try PurchaseDatabase(file: folder.appendingPathComponent("purchases.sqlite"))
            return try storage.writeNow { database in
                try database.execute(sql: "CREATE TEMP TABLE written (value INTEGER)")
                return try body(database)
            }
        }
    }

    private static func written(in database: StorageDatabase) throws -> [Int64] {
        try Int64.fetchAll(database, sql: "SELECT value FROM written ORDER BY rowid")
    }

    @Test("Each does what it says, however many take turns", arguments: [1, 5, 6, 7, 20])
    func turns(count: Int) throws {
        let written = try Self.inDatabase { database in
            for round in 0..<3 {
                for number in 0..<count {
                    let adding = try database.cachedStatement(sql: "INSERT INTO written VALUES (? + \(number))")
                    try adding.execute(arguments: [round * 100])
                }
            }
            return try Self.written(in: database)
        }
        #expect(written == (0..<3).flatMap { round in (0..<count).map { Int64(round * 100 + $0) } })
    }

    @Test("One that was refused is carried out the next time")
    func refused() throws {
        let written = try Self.inDatabase { database in
            try database.execute(sql: "CREATE UNIQUE INDEX temp.written_once ON written (value)")
            let sql = "INSERT INTO written VALUES (?)"
            try database.cachedStatement(sql: sql).execute(arguments: [1])
            #expect(throws: (any Error).self) { try database.cachedStatement(sql: sql).execute(arguments: [1]) }
            try database.cachedStatement(sql: sql).execute(arguments: [2])
            #expect(throws: (any Error).self) { try database.cachedStatement(sql: sql).execute(arguments: [3, 4]) }
            try database.cachedStatement(sql: sql).execute(arguments: [3])
            return try Self.written(in: database)
        }
        #expect(written == [1, 2, 3])
    }
}
