import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

/// A server has run with a clock that was ahead by a thousand days; now it is right.
@Suite("What a clock that once ran ahead has written down")
struct LatestMomentTests {
    private static let start = Purchases.start
    private static let ahead = Purchases.start + 1_000 * 86_400

    private func test(_ kind: StorageKind, _ body: (PurchaseDatabase) async throws -> Void) async throws {
        try await kind.test { storage, _ in try await body(#require(storage as? PurchaseDatabase)) }
    }

    @Test("A day is what clocks that are in order may be apart")
    func tolerance() {
        #expect(!Self.start.isAhead(of: Self.start))
        #expect(!(Self.start + 86_400).isAhead(of: Self.start))
        #expect((Self.start + 86_401).isAhead(of: Self.start))
        #expect(!Date.distantPast.isAhead(of: Self.start))
        #expect(PurchaseDatabase.latestMoment(at: Date(timeIntervalSince1970: 1e300)) == .max)
    }

    @Test("A purchase that was shown then goes to whoever shows it now", arguments: StorageKind.allCases)
    func ownership(kind: StorageKind) async throws {
        try await test(kind) { storage in
            try await storage.upload([Purchases.fact("1")], by: "alice", at: Self.ahead)
            try await storage.upload([Purchases.fact("1")], by: "bob", at: Self.start + 60)
            #expect(try await storage.owners(of: "1") == ["bob"])
        }
    }

    @Test("So is one that the App Store was asked about for a while", arguments: StorageKind.allCases)
    func askedOwnership(kind: StorageKind) async throws {
        try await test(kind) { storage in
            try await storage.upload([Purchases.fact("1")], by: "alice", at: Self.ahead)
            let upload = ReceiptUpload(customer: "bob", receipt: Data("1".utf8), receivedAt: Self.start + 60)
            let stored = try await storage.save(upload, retryAt: Self.start + 60)
            let answer = Purchases.verification([Purchases.fact("1")], at: Self.start + 90)
            _ = try await storage.resolve(stored, with: answer) { _ in nil }
            #expect(try await storage.owners(of: "1") == ["bob"])
        }
    }

    private static func request(receivedAt: Date) -> ReceivedNotification {
        var request = Purchases.notification("r", [Purchases.fact("1")], at: start)
        (request.type, request.receivedAt) = (NotificationType.consumptionRequest.rawValue, receivedAt)
        return request
    }

    @Test("A question about a refund that came then is answered now", arguments: StorageKind.allCases)
    func putOff(kind: StorageKind) async throws {
        try await test(kind) { storage in
            _ = try await storage.save(Self.request(receivedAt: Self.ahead)) { _ in nil }
            let due = try await storage.refundRequests(of: [Purchases.bundleID], dueAt: Self.start + 60, limit: 5)
            #expect(due.map(\.notification) == ["r"])
            let request = try #require(due.first)
            // The longest wait counts as a wait.
            let end = Self.start + 60 + RefundRequest.patience
            try await storage.postpone(request, until: end, failure: "down")
            #expect(try await storage.refundRequests(of: [Purchases.bundleID], dueAt: Self.start + 60, limit: 5) == [])
        }
    }

    @Test(
        "A question about a refund that was too late then waits as long as the App Store",
        arguments: StorageKind.allCases
    )
    func late(kind: StorageKind) async throws {
        try await test(kind) { storage in
            func due(_ date: Date) async throws -> [String] {
                try await storage.refundRequests(of: [Purchases.bundleID], dueAt: date, limit: 5).map(\.notification)
            }
            _ = try await storage.save(Self.request(receivedAt: Self.start)) { _ in nil }
            #expect(try await due(Self.ahead) == [])
            let known = try await storage.refundRequest("r")
            #expect(known?.storedState == .late)
            #expect(try await due(Self.start + 60) == ["r"])
            #expect(try await due(Self.start + RefundRequest.patience) == [])
            #expect(try await due(Self.start + 60) == [], "it was late by a clock in order")
        }
    }

    @Test("The last use of a key is the one of now", arguments: StorageKind.allCases)
    func keys(kind: StorageKind) async throws {
        try await test(kind) { storage in
            let book = KeyBook(storage: storage, now: { Self.start })
            let id = try await book.make(.public, name: "App").key.id
            for (date, known) in [
                (Self.ahead, Self.ahead), (Self.start + 60, Self.start + 60), (Self.start + 30, Self.start + 60),
                (Self.start + 90, Self.start + 90),
            ] {
                try await storage.noteUse(ofKey: id, at: date)
                #expect(try await book.key(id: id).lastUseDate == known)
            }
        }
    }

    @Test(
        "What the app said of somebody then does not have the last word, nor that they were there",
        arguments: StorageKind.allCases
    )
    func attributes(kind: StorageKind) async throws {
        try await test(kind) { storage in
            for (value, date) in [("old", Self.ahead), ("new", Self.start + 60), ("older", Self.start + 30)] {
                let attribute = CustomerAttribute(value: value, updatedDate: date)
                #expect(try await storage.save(["plan": attribute], of: "flora", at: date) == [])
                _ = try await storage.meet("flora", on: "iOS", at: date)
            }
            let known = try await storage.subscriber("flora")
            #expect(known.attributes == ["plan": CustomerAttribute(value: "new", updatedDate: Self.start + 60)])
            #expect(known.lastSeen == Self.start + 60)
        }
    }

    @Test("A comparison does not go on where one stopped then", arguments: StorageKind.allCases)
    func reconciliation(kind: StorageKind) async throws {
        try await test(kind) { storage in
            let order = ReconciliationOrder()
            try await storage.keepReconciliationPosition("there", of: order, at: Self.ahead)
            #expect(try await storage.reconciliationPosition(of: order, at: Self.start) == nil)
            try await storage.keepReconciliationPosition("here", of: order, at: Self.start)
            #expect(try await storage.reconciliationPosition(of: order, at: Self.start + 60) == "here")
        }
    }

    @Test("Purchases that were asked about then, or heard of, are asked about now", arguments: StorageKind.allCases)
    func histories(kind: StorageKind) async throws {
        try await test(kind) { storage in
            let now = Self.start + 40 * 86_400
            let walk = HistoryWalk(environment: .production, heardBefore: now - 86_400)
            func silent() async throws -> [String] {
                try await storage.silentPurchases(on: walk, at: now, limit: 5).map(\.chain.originalTransactionID)
            }
            let heard = Purchases.fact("2") { $0.statedDate = Self.ahead }
            try await storage.upload([Purchases.fact("1"), heard], by: "alice")
            #expect(try await silent() == ["1", "2"])
            for (date, left) in [(Self.ahead, ["1", "2"]), (now, ["2"])] {
                let chain = ChainKey(environment: .production, originalTransactionID: "1")
                let purchase = SilentPurchase(chain: chain, bundleID: Purchases.bundleID, revision: nil)
                try await storage.record(PurchaseFacts(), inHistoryOf: purchase, revision: "r", receivedAt: date) {
                    _ in nil
                }
                #expect(try await silent() == left)
            }
        }
    }

    @Test("A request that was begun then, and lost, is carried out now", arguments: StorageKind.allCases)
    func repetition(kind: StorageKind) async throws {
        try await test(kind) { storage async throws in
            let request = RepeatableRequest(callerID: "shop", key: "one", digest: Data([1]))
            for begun in [Self.ahead, Self.start + 5 * 3_600] {
                #expect(try await storage.begin(request, at: begun) == .new)
            }
            #expect(try await storage.begin(request, at: Self.start) == .new)
            #expect(try await storage.begin(request, at: Self.start + 30) == .underWay)
        }
    }
}
