import AppStoreModels
import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What every storage promises")
struct StorageConformanceTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("An upload is kept once a customer and receipt, and survives reopening", arguments: StorageKind.allCases)
    func uploads(kind: StorageKind) async throws {
        let alice = CustomerID("alice")
        try await kind.test { storage, reopen in
            let upload = ReceiptUpload(customer: alice, receipt: Data([1, 2, 3]), receivedAt: Self.start)
            let first = try await storage.save(upload, retryAt: Self.start + 60)
            let second = try await reopen().save(upload, retryAt: Self.start)
            #expect(first.id == second.id)
            #expect(first.status == .pending)
            #expect(try await storage.pendingUploadCount(of: alice) == 1)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 59, limit: 9).isEmpty)
            let due = try await storage.pendingUploads(dueAt: Self.start + 60, limit: 9)
            #expect(due.map(\.upload) == [upload])
        }
    }

    @Test("A postponed upload is due later and counts its failures", arguments: StorageKind.allCases)
    func postponed(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let stored = try await storage.save(try Self.upload(1), retryAt: Self.start)
            try await storage.postpone(uploadID: stored.id, until: Self.start + 100)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 99, limit: 9).isEmpty)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 100, limit: 9).map(\.failedAttempts) == [1])
        }
    }

    @Test("A rejected upload that comes again is asked about again", arguments: StorageKind.allCases)
    func again(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let first = try await storage.save(try Self.upload(1), retryAt: Self.start)
            try await storage.reject(uploadID: first.id)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 86_400, limit: 9).isEmpty)
            let second = try await storage.save(try Self.upload(1), retryAt: Self.start + 120)
            #expect(second.status == .pending)
            try await storage.postpone(uploadID: second.id, until: Self.start + 300)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 300, limit: 9).map(\.id) == [second.id])
        }
    }

    @Test("A rejected upload is no longer pending; a verified one is never rejected", arguments: StorageKind.allCases)
    func rejected(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let bad = try await storage.save(try Self.upload(1), retryAt: Self.start)
            try await storage.reject(uploadID: bad.id)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 86_400, limit: 9).isEmpty)
            let good = try await storage.save(try Self.upload(2), retryAt: Self.start)
            try await storage.resolve(good, with: Self.verification([Self.fact("1")])) { _ in nil }
            try await storage.reject(uploadID: good.id)
            #expect(try await storage.save(try Self.upload(2), retryAt: Self.start).status == .verified)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 86_400, limit: 9).isEmpty)
        }
    }

    @Test("Facts are the customer's whose upload they came from", arguments: StorageKind.allCases)
    func ownership(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let facts = [Self.fact("1"), Self.fact("2") { $0.revocationDate = Self.start + 5 }]
            let stored = try await storage.save(try Self.upload(1), retryAt: Self.start)
            try await storage.resolve(stored, with: Self.verification(facts)) { _ in nil }
            let alice = CustomerID("alice")
            #expect(try await reopen().facts(of: alice) == PurchaseFacts(purchases: facts))
            let bob = CustomerID("bob")
            #expect(try await storage.facts(of: bob).isEmpty)
            #expect(try await storage.customers(ofOriginalTransactionID: "chain") == [alice])
        }
    }

    @Test(
        "The same statement again moves only its date; another statement is another fact",
        arguments: StorageKind.allCases
    )
    func restatement(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let stored = try await storage.save(try Self.upload(1), retryAt: Self.start)
            let statements = [
                Self.fact("1"), Self.fact("1", stated: 20), Self.fact("1", stated: 10),
                Self.fact("1", stated: 15) { $0.revocationDate = Self.start },
            ]
            for fact in statements {
                try await storage.resolve(stored, with: Self.verification([fact])) { _ in nil }
            }
            let facts = try await storage.facts(of: CustomerID("alice"))
            #expect(facts.purchases == [statements[1], statements[3]])
        }
    }

    @Test("Receipts are due when a chain is; the newest receipt replaces the older", arguments: StorageKind.allCases)
    func receipts(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let stored = try await storage.save(try Self.upload(1), retryAt: Self.start)
            let due = Self.start + 50
            try await storage.resolve(
                stored,
                with: Self.verification([Self.fact("1")], receipt: Data([7]))
            ) { _ in due }
            #expect(try await storage.latestReceipts(dueAt: due - 1, limit: 9).isEmpty)
            let receipt = try #require(try await storage.latestReceipts(dueAt: due, limit: 9).first)
            #expect(receipt.receipt == Data([7]))
            try await storage.postpone(receiptID: receipt.id, until: due + 10)
            #expect(try await storage.latestReceipts(dueAt: due + 9, limit: 9).isEmpty)
            #expect(try await storage.latestReceipts(dueAt: due + 10, limit: 9).map(\.failedChecks) == [1])
            var other = Self.fact("9")
            other.originalTransactionID = "new chain"
            try await storage.record(
                Self.verification([Self.fact("2"), other], receipt: Data([8])),
                of: receipt
            ) { facts in facts.purchases.contains { $0.transactionID == "2" } ? due + 90 : nil }
            let replaced = try await storage.latestReceipts(dueAt: due + 90, limit: 9)
            #expect(replaced.map(\.receipt) == [Data([8])])
            #expect(replaced.map(\.failedChecks) == [0])
            // The new chain belongs to whom the receipt belongs.
            let alice = CustomerID("alice")
            #expect(try await storage.facts(of: alice).purchases.count == 3)
        }
    }

    @Test("The schedule sees everything known about the chain", arguments: StorageKind.allCases)
    func schedule(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let stored = try await storage.save(try Self.upload(1), retryAt: Self.start)
            try await storage.resolve(stored, with: Self.verification([Self.fact("1")])) { _ in nil }
            let notification = Self.notification("n", [Self.fact("2")])
            _ = try await storage.save(notification) { facts in
                #expect(facts.purchases.map(\.transactionID).sorted() == ["1", "2"])
                return nil
            }
        }
    }

    @Test("What was signed comes back, whoever kept its certificates first", arguments: StorageKind.allCases)
    func signedBodies(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let bodies = try (0..<4).map { number in
                Data(try NotificationSample.body(.didRenew, at: Self.start + Double(number)).utf8)
            }
            let other = try reopen()
            for (number, body) in bodies.enumerated() {
                var notification = Self.notification("n\(number)", [Self.fact("\(number)")])
                notification.body = body
                #expect(try await (number.isMultiple(of: 2) ? storage : other).save(notification) { _ in nil })
            }
            let database = try #require(reopen() as? PurchaseDatabase)
            let kept = try await database.read { database in
                let rows = SignedHeaderRows(database: database)
                return try Data.fetchAll(
                    database.cachedStatement(sql: "SELECT body FROM notification ORDER BY identifier")
                ).map(rows.body)
            }
            #expect(kept == bodies)
        }
    }

    @Test("A notification is kept once", arguments: StorageKind.allCases)
    func notifications(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let notification = Self.notification("n", [Self.fact("1")])
            let isNew = try await storage.save(notification) { _ in nil }
            let isNewAgain = try await reopen().save(notification) { _ in nil }
            #expect(isNew)
            #expect(!isNewAgain)
        }
    }

    @Test("SQLite runs with synchronous = FULL on a write-ahead log")
    func durability() async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let folder = scratch.url
        let storage = try PurchaseDatabase(file: folder.appendingPathComponent("a.sqlite"))
        let modes = try await storage.pool.writeWithoutTransaction { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA synchronous"),
                try String.fetchOne(database, sql: "PRAGMA journal_mode")
            )
        }
        #expect(modes.0 == 2)
        #expect(modes.1 == "wal")
    }

    private static func upload(_ byte: UInt8) throws -> ReceiptUpload {
        ReceiptUpload(customer: CustomerID("alice"), receipt: Data([byte]), receivedAt: start)
    }

    private static func fact(
        _ identifier: String,
        stated: TimeInterval = 0,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> PurchaseFact {
        var fact = PurchaseFact(
            transactionID: identifier,
            originalTransactionID: "chain",
            productID: "monthly",
            environment: .sandbox,
            purchaseDate: start,
            statedDate: start + stated
        )
        fact.expiresDate = start + 1_000
        change(&fact)
        return fact
    }

    private static func verification(_ facts: [PurchaseFact], receipt: Data? = nil) -> Verification {
        Verification(
            environment: .sandbox,
            bundleID: "com.example.app",
            facts: PurchaseFacts(purchases: facts),
            latestReceipt: receipt,
            verifiedAt: start
        )
    }

    private static func notification(_ identifier: String, _ facts: [PurchaseFact]) -> ReceivedNotification {
        ReceivedNotification(
            identifier: identifier,
            type: "TEST",
            signedDate: start,
            receivedAt: start,
            body: Data("{}".utf8),
            facts: PurchaseFacts(purchases: facts)
        )
    }
}
