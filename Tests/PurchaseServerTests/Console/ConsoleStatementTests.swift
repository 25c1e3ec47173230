import AppStoreModels
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Locking
import PurchaseFigures
import Testing

@testable import PurchaseServer

@Suite("What the console asks of the database")
struct ConsoleStatementTests {
    /// Of these there are few, whatever the shop sells.
    private static let small: Set = [
        "api_key", "statement_key", "offering", "offering_revision", "stored_settings", "figure_rules",
        "figure_segment",
        "webhook_endpoint", "webhook_secret", "health", "CONSTANT",
        // Whoever is asked about.
        "person",
    ]

    /// What the pages ask; `hook` is a webhook.
    private static func questions(_ hook: String) -> [String] {
        let search = [
            "limit=50", "query=an", "transactionId=a-1", "originalTransactionId=a", "productId=monthly",
            "productId=monthly&cursor=YR9hbm5h",
        ].map { "customers?\($0)" }
        let person = ["", "history", "history?at=1700000000000&known=now", "documents", "refund-requests"]
            .map { $0.isEmpty ? "customers/anna" : "customers/anna/\($0)" }
        let figures = FigureCatalogue.all.map { "figures/\($0.id)?by=month&compare=previous" }
        return search + person + figures + [
            "figures", "events?customer=anna&limit=200&after=0", "activity", "webhooks",
            "refund-requests?state=waiting&limit=50",
            "webhooks/\(hook)/deliveries?limit=20",
            "webhooks/\(hook)/deliveries?limit=20&state=dead", "offerings", "keys", "settings", "audit",
        ]
    }

    @Test("is found by indexes or read from an end, so that no page takes longer because there are more customers")
    func plans() async throws {
        var world = try World()
        world.configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))
        world.configuration.allowsPrivateWebhooks = true
        try await world.test { client, server in
            let facts = [
                Purchases.fact("a"), Purchases.fact("a", transaction: "a-2", at: Purchases.start + 30 * 86_400),
            ]
            try await server.storage.upload(facts, by: "anna", at: Purchases.start)
            try await server.bookFiguresDue()
            let made = try await client.post("/v1/webhooks", #"{"address":"http://127.0.0.1:9/hook"}"#)
            let hook = try #require(made.json[string: "id"])
            let statements = Locked<Set<String>>([])
            // Questions come one after the other, and so the same connection answers all of them.
            try await Self.trace(server.storage, into: statements)
            for question in Self.questions(hook) {
                let status = try await client.execute(uri: "/v1/\(question)", method: .get) { $0.status }
                #expect(status == .ok, "\(question)")
            }
            let seen = statements.withLock { $0 }.filter { $0.contains("SELECT") }
            for table in ["chain_product", "refund_request", "figure_row", "webhook_delivery", "customer_name", "fact"]
            {
                #expect(seen.contains { $0.contains(table) }, "nothing was seen that is asked of \(table)")
            }
            let slow = try await Self.walks(of: seen, in: server.storage)
            #expect(slow.isEmpty, "\(slow.sorted().joined(separator: "\n"))")
        }
    }

    /// Keeps what a connection is asked from now on.
    private static func trace(_ storage: PurchaseDatabase, into statements: Locked<Set<String>>) async throws {
        try await storage.pool.read { database in
            database.trace { event in
                guard case .statement(let statement) = event else { return }
                let sql = statement.sql
                statements.withLock { _ = $0.insert(sql) }
            }
        }
    }

    private static func walks(of statements: Set<String>, in storage: PurchaseDatabase) async throws -> [String] {
        try await storage.pool.read { database in
            try statements.flatMap { sql in try walks(of: sql, in: database).map { "\($0): \(sql)" } }
        }
    }

    /// The steps of a statement that go through a whole table, unless they end after a page.
    private static func walks(of sql: String, in database: Database) throws -> [String] {
        let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
        statement.setUncheckedArguments(StatementArguments())
        let aliases = sql.matches(of: /(?:FROM|JOIN)\s+([a-z_]+)(?:\s+(?:AS\s+)?([a-z]))?\b/)
        let tables = Dictionary(aliases.compactMap { match in match.2.map { (String($0), String(match.1)) } }) { $1 }
        return try Row.fetchAll(statement).compactMap { row in
            let step: String = row["detail"]
            let words = step.split(separator: " ").map(String.init)
            guard words.first == "SCAN", words.count > 1 else { return nil }
            let table = tables[words[1]] ?? words[1]
            let isPage = sql.contains("LIMIT")
            return small.contains(table) || isPage || !table.allSatisfy { $0.isLowercase || $0 == "_" } ? nil : step
        }
    }
}
