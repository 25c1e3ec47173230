import AppStoreModels
import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Facts as rows")
struct StoredFactTests {
    @Test("What is stated again widens the time in which it is known, in either direction and never narrower")
    func widening() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        var fact = Purchases.fact("1")
        var new: [Bool] = []
        for seconds in [0.0, 60, 30, -60, 0] {
            fact.statedDate = Purchases.start + seconds
            let row = try FactWriter().row(of: fact)
            new.append(try await storage.write { try row.save(in: $0) })
        }
        #expect(new == [true, false, false, false, false])
        let start = Purchases.start.millisecondsSince1970
        #expect(try world.numbers("SELECT count(*) FROM fact") == [1])
        #expect(try world.numbers("SELECT first_stated_ms FROM fact") == [Int(start - 60_000)])
        #expect(try world.numbers("SELECT last_stated_ms FROM fact") == [Int(start + 60_000)])
    }

    @Test("A fact that the database passes over is no fact that is stored")
    func passedOver() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        try world.change("CREATE TRIGGER sieve BEFORE INSERT ON fact BEGIN SELECT RAISE(IGNORE); END")
        await #expect(throws: PurchaseServerError(.databaseDamaged, "")) {
            try await storage.upload([Purchases.fact("1")], by: "alice")
        }
        #expect(try world.numbers("SELECT count(*) FROM chain") == [0])
    }

    @Test("Only what an answer follows from takes it back")
    func forgetting() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        try await storage.upload([Purchases.fact("1")], by: "alice")
        func revision() throws -> [Int] {
            try world.numbers("SELECT revision FROM kept_answer JOIN customer_name ON number = person")
        }
        var seen = try revision()
        // That it is hers was said before.
        try world.change("UPDATE customer_chain SET claimed_ms = claimed_ms + 1")
        #expect(try revision() == seen)
        for change in [
            "UPDATE customer_chain SET linked_ms = linked_ms + 1",
            "UPDATE fact SET last_stated_ms = last_stated_ms + 1",
            "UPDATE fact SET content = x'00'", "UPDATE fact SET original_transaction_id = 'other'",
            "UPDATE fact SET original_transaction_id = '1'",
            """
            INSERT INTO fact
                SELECT 9, kind, environment, original_transaction_id, 'next', digest, content, 0, 0 FROM fact
            """,
            "DELETE FROM customer_chain",
        ] {
            try world.change(change)
            let now = try revision()
            #expect(zip(now, seen).allSatisfy { $0 > $1 }, "\(change)")
            seen = now
        }
    }

    @Test("Who has a purchase already loses the kept answer when somebody else gets it too")
    func sharing() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        try await storage.upload([Purchases.fact("1")], by: "alice")
        let sql = "SELECT revision FROM kept_answer JOIN customer_name ON number = person WHERE name = 'alice'"
        let before = try #require(try world.numbers(sql).first)
        try world.change(
            """
            INSERT INTO customer_chain (customer, environment, original_transaction_id, linked_ms)
                SELECT 'bob', environment, original_transaction_id, 0 FROM customer_chain
            """
        )
        #expect(try #require(try world.numbers(sql).first) > before)
    }
}
