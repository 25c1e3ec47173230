import AppStoreModels
import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A receipt that comes with a notification, in every storage")
struct NotifiedReceiptTests {
    private static let start = Purchases.start

    /// A notification of version 1 with a receipt.
    private static func notification(
        _ identifier: String,
        _ facts: [PurchaseFact],
        receipt: UInt8,
        at date: Date = start
    ) -> ReceivedNotification {
        var notification = Purchases.notification(identifier, facts, at: date)
        notification.signedDate = nil
        notification.latestReceipt = AccountReceipt(
            receipt: Data([receipt]),
            environment: .production,
            bundleID: Purchases.bundleID
        )
        return notification
    }

    private static func receipts(in storage: any ServerStorage) async throws -> Int? {
        let database = try #require(storage as? PurchaseDatabase)
        return try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM latest_receipt") }
    }

    @Test("It is kept once, is the newest of its purchases, and they are due at once", arguments: StorageKind.allCases)
    func newest(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let (monthly, pro) = (Purchases.fact("monthly"), Purchases.fact("pro", lasts: nil))
            #expect(try await storage.save(Self.notification("1", [monthly, pro], receipt: 7)) { _ in nil })
            let first = try await reopen().latestReceipts(dueAt: Self.start, limit: 9)
            #expect(first.map(\.receipt) == [Data([7])])
            #expect(first.map(\.environment) == [.production])
            #expect(first.map(\.bundleID) == [Purchases.bundleID])

            // The same one again, by the same notification and by another one.
            let isNewAgain = try await storage.save(Self.notification("1", [monthly, pro], receipt: 7)) { _ in nil }
            #expect(!isNewAgain)
            #expect(try await storage.save(Self.notification("2", [monthly, pro], receipt: 7)) { _ in nil })
            #expect(try await Self.receipts(in: storage) == 1)

            let later = Self.start + 60
            #expect(try await storage.save(Self.notification("3", [monthly, pro], receipt: 8, at: later)) { _ in nil })
            #expect(try await storage.latestReceipts(dueAt: later, limit: 9).map(\.receipt) == [Data([8])])
            #expect(try await Self.receipts(in: storage) == 1)
        }
    }

    @Test("One that was asked about no more is asked about again", arguments: StorageKind.allCases)
    func retired(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let fact = Purchases.fact("monthly")
            try await storage.upload([fact], by: "anna", receipt: Data([6]))
            try await storage.notify("v2", [fact], at: Self.start)
            #expect(try await storage.latestReceipts(dueAt: Self.start, limit: 9).isEmpty)
            _ = try await storage.save(Self.notification("1", [fact], receipt: 7)) { _ in nil }
            let due = try #require(try await storage.latestReceipts(dueAt: Self.start, limit: 9).first)
            try await storage.retire(receiptID: due.id)
            #expect(try await storage.latestReceipts(dueAt: Self.start, limit: 9).isEmpty)
            _ = try await storage.save(Self.notification("2", [fact], receipt: 8)) { _ in nil }
            let again = try await storage.latestReceipts(dueAt: Self.start, limit: 9)
            #expect(again.map(\.receipt) == [Data([8])])
            #expect(again.map(\.failedChecks) == [0])
            #expect(try await Self.receipts(in: storage) == 1)
        }
    }

    @Test("Without a purchase it is not kept", arguments: StorageKind.allCases)
    func nothing(kind: StorageKind) async throws {
        try await kind.test { storage, _ async throws in
            #expect(try await storage.save(Self.notification("1", [], receipt: 7)) { _ in nil })
            #expect(try await Self.receipts(in: storage) == 0)
        }
    }
}
