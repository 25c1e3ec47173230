import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Databases of earlier versions")
struct MigrationTests {
    private static let start = TestAuthority.signingDate

    @Test("Every fact stays; rejected bodies, junk and second spellings go")
    func first() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let old = try OldDatabase(file: file)
            let receipt = try SampleReceipt.signed()
            let spelt = try Respelling(receipt).spelling(1)
            let waiting = try SampleReceipt.signed { $0.opaqueValue = [7] }
            try old.upload(1, "alice", spelt, "verified", resolved: 1)
            try old.upload(2, "alice", receipt, "verified", resolved: 2)
            try old.upload(3, "alice", waiting, "pending")
            try old.upload(4, "alice", Data(repeating: 0x41, count: 500_000), "rejected", resolved: 3)
            try old.upload(5, "bob", Data(#"{"purchase-info""#.utf8) + Data(repeating: 0x41, count: 500_000), "pending")
            try old.upload(6, "bob", OldStyleReceipt.receipt(more: "\t\"x\" = \"y\";\n"), "pending")
            try old.upload(7, "bob", Data("{odd".utf8), "verified", resolved: 4)
            let facts = try old.facts(of: "alice", latestReceipt: spelt)
            old.close()

            let storage = try PurchaseDatabase(file: file)
            let alice = CustomerID("alice")
            #expect(try await storage.facts(of: alice) == facts)
            let rows = try await storage.pool.read { database in
                try Row.fetchAll(database, sql: "SELECT id, status, length(receipt) FROM upload ORDER BY id")
                    .map(\.description)
            }
            #expect(
                rows == [
                    "[id:2 status:\"verified\" length(receipt):NULL]",
                    "[id:3 status:\"pending\" length(receipt):\(waiting.count)]",
                    "[id:6 status:\"pending\" length(receipt):\(OldStyleReceipt.receipt().count)]",
                    "[id:7 status:\"verified\" length(receipt):4]",
                ]
            )
            // The subscription keeps the receipt that it had; the other purchase of the upload has its own now.
            let receipts = try await storage.pool.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM latest_receipt")
            }
            #expect(receipts == 1)
            let due = try await storage.latestReceipts(dueAt: Self.start + 100, limit: 9)
            #expect(due.map(\.receipt) == [spelt])
            #expect(try await storage.pendingUploads(dueAt: Self.start + 100, limit: 9).map(\.id) == [3, 6])
            let again = try await storage.save(
                ReceiptUpload(customer: alice, receipt: receipt, receivedAt: Self.start),
                retryAt: Self.start
            )
            #expect(again.status == .verified)
            #expect(again.id == 2)
        }
    }

    @Test("Answers that were kept before are about whom they name; what marked figures before does so no more")
    func marks() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let queue = try DatabaseQueue.patient(file)
            try SQLiteMigrations.migrator.migrate(queue, upTo: "rows of figures")
            let now = Self.start.millisecondsSince1970
            try await queue.write { database in
                for (key, body) in [("a", #"{"from":"bob","to":"alice"}"#), ("b", #"{"customer":"bob"}"#)] {
                    try database.execute(
                        sql: "INSERT INTO repeated_answer VALUES ('key', ?, x'01', ?, 200, ?)",
                        arguments: [key, now, Data(body.utf8)]
                    )
                }
                try database.execute(
                    sql: """
                        CREATE TRIGGER fact_insert_figure_due AFTER INSERT ON fact BEGIN
                        INSERT INTO figure_due VALUES (NEW.environment, NEW.original_transaction_id, 0); END
                        """
                )
                try database.execute(sql: "INSERT INTO figure_due VALUES ('Production', '1', 0)")
            }
            try queue.close()
            let storage = try PurchaseDatabase(file: file)
            try await storage.upload([Purchases.fact("1")], by: "alice", at: Self.start)
            #expect(try await storage.hasWaitingFigures() == false)
            _ = try await storage.erase("alice", AuditNote(date: Self.start, actor: "test"))
            for (key, body) in [("a", "{}"), ("b", #"{"customer":"bob"}"#)] {
                let request = RepeatableRequest(callerID: "key", key: key, digest: Data([1]))
                let answer = Repetition.answered(status: 200, body: Data(body.utf8))
                #expect(try await storage.begin(request, at: Self.start) == answer)
            }
        }
    }

    @Test("Answers are kept, and forgotten, of customers who were there before any was kept")
    func answersOfBefore() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let queue = try DatabaseQueue.patient(file)
            try SQLiteMigrations.migrator.migrate(queue, upTo: "attributes, imports, shapes of webhooks")
            try await queue.write { database in
                try database.execute(sql: "INSERT INTO customer_name VALUES (7, 'alice', NULL, 0, 1)")
            }
            try queue.close()
            let storage = try PurchaseDatabase(file: file)
            let read = try await storage.countedRecord(of: "alice")
            let answer = KeptAnswer(
                head: Data(),
                tail: Data("{}".utf8),
                tag: "",
                rules: "rules",
                validity: .distantPast..<Self.start + 1
            )
            let person = try #require(read.person)
            try await storage.keep([.init(answer: answer, person: person, revision: read.revision)])
            #expect(try await storage.keptAnswer(of: "alice", rules: "rules", at: Self.start) != nil)
            try await storage.upload([Purchases.fact("1")], by: "alice", at: Self.start)
            #expect(try await storage.keptAnswer(of: "alice", rules: "rules", at: Self.start) == nil)
        }
    }

    @Test("Notifications of before are kept octet for octet, known when they come again, and found by their date")
    func notifications() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let queue = try DatabaseQueue.patient(file)
            try SQLiteMigrations.migrator.migrate(queue, upTo: "products without a trigger")
            let bodies = (1...40).map { Data(repeating: UInt8($0), count: $0 * 400) }
            try await queue.write { database in
                for (number, body) in bodies.enumerated() {
                    // Not in the order of their identifiers, and every fifth without a date.
                    try database.execute(
                        sql: "INSERT INTO notification VALUES (?, 'TEST', ?, ?, ?)",
                        arguments: ["id-\(number * 7 % 40)", number % 5 == 0 ? nil : number, number, body]
                    )
                }
            }
            try queue.close()
            let storage = try PurchaseDatabase(file: file)
            for (number, body) in bodies.enumerated() {
                let identifier = "id-\(number * 7 % 40)"
                let kept = try await storage.pool.read { database in
                    try Data.fetchOne(
                        database,
                        sql: "SELECT body FROM notification WHERE identifier = ?",
                        arguments: [identifier]
                    )
                }
                #expect(kept == body)
                let again = ReceivedNotification(
                    identifier: identifier,
                    type: "TEST",
                    signedDate: nil,
                    receivedAt: Self.start,
                    body: Data("{}".utf8),
                    facts: PurchaseFacts()
                )
                #expect(try await storage.save(again) { _ in nil } == false)
            }
            let plan = try await storage.pool.read { database in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN SELECT body FROM notification WHERE signed_ms > 0")
                    .map { $0["detail"] as String }
            }
            #expect(plan == ["SEARCH notification USING INDEX notification_signed (signed_ms>?)"])
        }
    }

    @Test("A verified receipt without a subscription becomes the receipt of its purchases")
    func oneTime() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let old = try OldDatabase(file: file)
            let receipt = try SampleReceipt.signed()
            try old.upload(1, "alice", receipt, "verified", resolved: 1)
            _ = try old.facts(of: "alice", latestReceipt: nil)
            old.close()
            let storage = try PurchaseDatabase(file: file)
            let stored = try await storage.pool.read {
                try Data.fetchAll($0, sql: "SELECT receipt FROM latest_receipt")
            }
            #expect(stored == [receipt])
            let chains = try await storage.pool.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM chain WHERE latest_receipt_id IS NOT NULL")
            }
            #expect(chains == 2)
        }
    }
}

/// A database as the first version of the server wrote it.
private struct OldDatabase {
    private let queue: DatabaseQueue

    init(file: URL) throws {
        queue = try DatabaseQueue.patient(file)
        try SQLiteMigrations.migrator.migrate(queue, upTo: "1 uploads, facts, chains, notifications")
    }

    func close() { try? queue.close() }

    func upload(_ id: Int, _ customer: String, _ receipt: Data, _ status: String, resolved: Int? = nil) throws {
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO upload (id, customer, digest, receipt, received_ms, status, due_ms, resolved_ms)
                    VALUES (?, ?, ?, ?, 0, ?, 0, ?)
                    """,
                arguments: [id, customer, StoredFact.digest(of: receipt), receipt, status, resolved]
            )
        }
    }

    /// The subscription and the other purchase of ``SampleReceipt``.
    func facts(of customer: String, latestReceipt: Data?) throws -> PurchaseFacts {
        var facts = PurchaseFacts()
        try queue.write { database in
            if let latestReceipt {
                try database.execute(
                    sql: "INSERT INTO latest_receipt VALUES (1, 'Sandbox', 'com.example.app', ?, ?)",
                    arguments: [StoredFact.digest(of: latestReceipt), latestReceipt]
                )
            }
            for (transaction, chain) in [("2001", "2000"), ("1000", "1000")] {
                var fact = PurchaseFact(
                    transactionID: transaction,
                    originalTransactionID: chain,
                    productID: "product \(chain)",
                    environment: .sandbox,
                    purchaseDate: TestAuthority.signingDate,
                    statedDate: TestAuthority.signingDate
                )
                if chain == "2000" { fact.expiresDate = TestAuthority.signingDate + 30 * 86_400 }
                facts.insert(fact)
                try FactWriter().row(of: fact).save(in: StorageDatabase(database))
                let isPolled = latestReceipt != nil && chain == "2000"
                try database.execute(
                    sql: "INSERT INTO chain VALUES ('Sandbox', ?, ?, ?, 0)",
                    arguments: [chain, isPolled ? 1 : nil, isPolled ? 5 : nil]
                )
                try database.execute(
                    sql: "INSERT INTO customer_chain VALUES (?, 'Sandbox', ?, 0)",
                    arguments: [customer, chain]
                )
            }
        }
        return facts
    }
}
