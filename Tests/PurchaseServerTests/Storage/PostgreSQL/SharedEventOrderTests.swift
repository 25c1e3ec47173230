#if PostgreSQL && os(Linux)
    import Foundation
    import PostgreSQLConnection
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("The list of events while several servers write", .timeLimit(.minutes(5)))
    struct SharedEventOrderTests {
        /// Somebody who reads on from where they were.
        private struct Reader {
            let storage: PurchaseDatabase
            var customer: CustomerID?
            var limit = 9
            var next: Int64 = 0
            var told: [String] = []

            mutating func read() async throws {
                let events = try await storage.events(after: next, of: customer, limit: limit)
                told += events.map(\.identifier)
                next = events.last?.number ?? next
            }

            /// Other tests use the cluster, too: what they have not ended yet holds the list up.
            mutating func read(until identifier: String) async throws {
                try await eventually {
                    try await read()
                    return told.contains(identifier)
                }
            }
        }

        /// What writes an event, as a server does.
        private static func event(_ identifier: String) -> PostgreSQLStatement {
            PostgreSQLStatement(
                """
                INSERT INTO purchase_event (identifier, type, customer, created_ms, body)
                VALUES ($1, $2, 'flora', 0, '\\x7b7d')
                """,
                [.text(identifier), .text(PurchaseEventType.subscriptionStarted.rawValue)]
            )
        }

        private static func numbers(_ storage: PurchaseDatabase) async throws -> [String] {
            try await storage.read {
                try String.fetchAll($0, sql: "SELECT identifier FROM purchase_event ORDER BY number")
            }
        }

        @Test("An event whose writer is done later than the one of the next number is told all the same")
        func overtaken() async throws {
            let database = try await SharedDatabase.fresh()
            let storage = PurchaseDatabase(try PostgreSQLEngine(database.settings))
            let pool = PostgreSQLPool(database.settings)
            defer { pool.closeAll() }
            var reader = Reader(storage: storage)
            try await pool.transaction { late in
                try await pool.transaction { quick in
                    try await quick.run(Self.event("first"))
                    try await late.run(Self.event("late"))
                    try await quick.run(Self.event("second"))
                }
                try await reader.read(until: "second")
                #expect(reader.told == ["first", "second"])
            }
            try await pool.run(Self.event("last"))
            try await reader.read(until: "last")
            #expect(reader.told == ["first", "second", "late", "last"])
            #expect(try await Self.numbers(storage) == ["first", "late", "second", "last"])

            // However few are read at a time, and for whomever.
            for customer in [nil, "flora"] as [CustomerID?] {
                var other = Reader(storage: storage, customer: customer, limit: 1)
                try await other.read(until: "last")
                #expect(other.told == reader.told)
            }
            // Who has read the first until it was forgotten reads on behind its number.
            let first = try #require(try await storage.events(after: 0, of: nil, limit: 1).first).number
            try await pool.run(PostgreSQLStatement("DELETE FROM purchase_event WHERE number = $1", [.integer(first)]))
            var late = Reader(storage: storage, next: first)
            try await late.read(until: "last")
            #expect(late.told == ["second", "late", "last"])
            // Who has read until "second": what is told behind it has a lower number, and is not missed.
            try await pool.run(Self.event("newest"))
            let events = try await storage.events(after: 0, of: nil, limit: 9)
            let second = try #require(events.first { $0.identifier == "second" }).number
            try await pool.run(PostgreSQLStatement("DELETE FROM purchase_event WHERE number = $1", [.integer(second)]))
            var erased = Reader(storage: storage, next: second)
            try await erased.read(until: "newest")
            #expect(erased.told == ["late", "last", "newest"])
        }

        @Test("What a dump has brought from another cluster is told, before all that is written there")
        func restored() async throws {
            let database = try await SharedDatabase.fresh()
            let before = PurchaseDatabase(try PostgreSQLEngine(database.settings))
            let pool = PostgreSQLPool(database.settings)
            defer { pool.closeAll() }
            for identifier in ["a", "b", "c"] { try await pool.run(Self.event(identifier)) }
            var reader = Reader(storage: before)
            try await reader.read(until: "c")
            // As there: some were written when this number was low, others when it was higher than any here.
            let numbers = ["a": "3", "b": "9000000000", "c": "9000000001"]
            for (identifier, number) in numbers {
                try await pool.run(
                    PostgreSQLStatement(
                        "UPDATE purchase_event SET written_by = $1 WHERE identifier = $2",
                        [.text(number), .text(identifier)]
                    )
                )
            }
            #expect(try await before.events(after: 0, of: nil, limit: 9).map(\.identifier) == ["a"])

            let after = PurchaseDatabase(try PostgreSQLEngine(database.settings))
            try await pool.run(Self.event("new"))
            var other = Reader(storage: after)
            try await other.read(until: "new")
            #expect(other.told == ["a", "b", "c", "new"])
            // Whoever had read until then there reads on.
            reader.told = []
            try await reader.read(until: "new")
            #expect(reader.told == ["new"])
            // A start more changes nothing.
            let writers = { (storage: PurchaseDatabase) in
                try await storage.read {
                    try String.fetchAll($0, sql: "SELECT CAST(written_by AS TEXT) FROM purchase_event ORDER BY number")
                }
            }
            let known = try await writers(after)
            #expect(known.prefix(3) == ["0", "0", "0"])
            #expect(known.last != "0")
            #expect(try await writers(PurchaseDatabase(try PostgreSQLEngine(database.settings))) == known)
        }
    }
#endif
