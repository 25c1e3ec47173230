import Foundation
import GRDB
import Locking
import PurchaseFigures
import TestSupport
import Testing

@testable import PurchaseServer

@Suite(
    "A person at the console",
    .tags(.browser, .slow),
    .serialized,
    .enabled(if: Browser.isAvailable),
    .timeLimit(.minutes(15))
)
struct ConsoleBrowserTests {
    private static let hostile: CustomerID? = CustomerID("<img src=x onerror=alert(1)>")

    /// A running server over a year of a shop that was made up.
    private func withShop(_ body: (URL) async throws -> Void) async throws {
        var world = try ConsoleVisit.world()
        var shop = try FigureShop()
        world.configuration.figures = shop.rules
        world.configuration.allowsPrivateWebhooks = true
        world.prepareToListen()
        world.clock.withLock { $0 = FigureShop.start + 400 * 86_400 }
        let hostile = try #require(Self.hostile)
        try await PurchaseServerApplication.withRunning(world.configuration) { server, url in
            for seed in 0..<60 {
                let customer = try #require(CustomerID("customer-\(seed % 40)"))
                try await server.storage.upload(try shop.add(seed: UInt64(seed)), by: customer, at: FigureShop.start)
            }
            let fact = Purchases.fact("hostile", product: "<svg onload=alert(2)>", at: FigureShop.start)
            try await server.storage.upload([fact], by: hostile, at: FigureShop.start)
            try await server.bookFiguresDue()
            try await body(url)
        }
    }

    @Test(
        "sees the business, finds a customer and why, grants, sets up, reads the log; on a phone, in the dark, by keys"
    )
    func story() async throws {
        try await withShop { url in
            let trouble = try await Browser.follow(
                "console_page.py",
                url.absoluteString,
                ConsoleVisit.admin,
                ConsoleVisit.reader,
                try pictures().path
            )
            #expect(trouble == "")
        }
    }

    @Test("is told when the server is away, and sees everything when it is back")
    func lostConnection() async throws {
        try await withShop { url in
            let trouble = try await Browser.follow("console_lost.py", url.absoluteString, ConsoleVisit.admin)
            #expect(trouble == "")
        }
    }

    @Test("loads no more than 60 KB of script at any place")
    func scripts() async throws {
        try await withShop { url in
            let trouble = try await Browser.follow("console_scripts.py", url.absoluteString, ConsoleVisit.admin)
            #expect(trouble == "")
        }
    }

    @Test("finds somebody among a million customers")
    func crowd() async throws {
        var world = try ConsoleVisit.world()
        world.prepareToListen()
        try await PurchaseServerApplication.withRunning(world.configuration) { server, url in
            try await server.storage.write { database in
                for statement in Self.million { try database.execute(sql: statement) }
            }
            let trouble = try await Browser.follow("console_crowd.py", url.absoluteString, ConsoleVisit.admin)
            #expect(trouble == "")
        }
    }

    /// A million customers, each with a purchase of which no more is known than whose it is, and of what.
    private static let million = [
        "customer_name (name, since_ms, is_known) SELECT 'crowd-' || (10000000 + i), 1700000000000, 1",
        "chain (environment, original_transaction_id) SELECT 'Production', CAST(5000000000 + i AS TEXT)",
        """
        customer_chain (customer, environment, original_transaction_id, linked_ms, claimed_ms)
            SELECT 'crowd-' || (10000000 + i), 'Production', CAST(5000000000 + i AS TEXT), 1700000000000, 1700000000000
        """,
        """
        chain_product (product_id, original_transaction_id, environment)
            SELECT 'crowd.pass', CAST(5000000000 + i AS TEXT), 'Production'
        """,
    ].map { rows in
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) INSERT INTO \(rows) FROM n"
    }

    /// Where the pictures go: a folder of the caller's choice, or one that is thrown away.
    private func pictures() throws -> URL {
        let chosen = ProcessInfo.processInfo.environment["PURSER_PICTURES"].map { URL(fileURLWithPath: $0) }
        let folder = chosen ?? FileManager.default.temporaryDirectory.appendingPathComponent("purser-pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
