import AppStoreModels
import Entitlements
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Of which products purchases are")
struct ChainProductsTests {
    private func products(_ storage: PurchaseDatabase) async throws -> [String] {
        try await storage.read { database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT product_id, original_transaction_id, environment FROM chain_product
                    ORDER BY product_id, original_transaction_id, environment
                    """
            ).map { row in try (0..<3).map { try row.decode(String.self, atIndex: $0) }.joined(separator: " ") }
        }
    }

    @Test("Each product of each purchase is there once, whatever came in which order", arguments: [false, true])
    func each(isReversed: Bool) async throws {
        let storage = try PurchaseDatabase(file: try World().configuration.databaseFile)
        let changes = [
            [Purchases.fact("a", product: "monthly"), Purchases.fact("b", product: "weekly")],
            [Purchases.fact("a", transaction: "a-2", product: "monthly")],
            [
                Purchases.fact("a", transaction: "a-3", product: "yearly"),
                Purchases.fact("a", transaction: "a-4", product: "monthly"), Purchases.fact("c", product: "monthly"),
            ],
            [Purchases.fact("b", product: "weekly")],
        ]
        for facts in isReversed ? changes.reversed() : changes { try await storage.upload(facts, by: "alice") }
        #expect(
            try await products(storage) == [
                "monthly a Production", "monthly c Production", "weekly b Production", "yearly a Production",
            ]
        )
    }

    @Test("A purchase of the sandbox is another than that of the same number in production")
    func environments() async throws {
        let storage = try PurchaseDatabase(file: try World().configuration.databaseFile)
        let other = Purchases.fact("a", product: "monthly") { $0.environment = .sandbox }
        try await storage.upload([Purchases.fact("a", product: "monthly"), other], by: "alice")
        #expect(try await products(storage) == ["monthly a Production", "monthly a Sandbox"])
    }

    @Test("A change that is taken back leaves none, and is not taken for one that was made")
    func takenBack() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        try world.change("CREATE TRIGGER full BEFORE INSERT ON customer_chain BEGIN SELECT RAISE(ABORT, 'full'); END")
        await #expect(throws: PurchaseServerError.self) {
            try await storage.upload([Purchases.fact("a", product: "monthly")], by: "alice")
        }
        #expect(try await products(storage) == [])
        try world.change("DROP TRIGGER full")
        try await storage.upload([Purchases.fact("a", product: "monthly")], by: "alice")
        #expect(try await products(storage) == ["monthly a Production"])
    }
}
