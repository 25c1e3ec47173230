import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

/// The App Store repeats the account token of a purchase in each of its renewals.
@Suite("Renewals of what somebody bought who was forgotten")
struct RenewalAfterErasureTests {
    private static let start = Purchases.start
    private static let token = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    private static let alice = CustomerID(trusted: token)
    private static let note = AuditNote(date: start + 100, actor: "support")

    /// A period that begins before the erasure if it is the first, and after it otherwise.
    private static func period(_ number: Int, _ reason: TransactionReason?) -> PurchaseFact {
        Purchases.fact("1", transaction: "1-\(number)", at: start + Double(number) * 200) {
            $0.appAccountToken = UUID(uuidString: token)
            $0.transactionReason = reason
        }
    }

    /// Alice bought the first period, and was erased.
    private static func forgetAlice(_ storage: any ServerStorage) async throws {
        try await storage.upload([period(0, .purchase)], by: "alice")
        _ = try await storage.merge(alice, into: "alice", AuditNote(date: start + 1, actor: "app"))
        #expect(try await storage.erase("alice", note))
    }

    private static func bodies(_ storage: any ServerStorage) async throws -> [Data] {
        try await (storage as? PurchaseDatabase)?.read {
            try Data.fetchAll($0, sql: "SELECT body FROM notification ORDER BY identifier")
        } ?? []
    }

    /// The transactions that have a token.
    private static func named(_ storage: any ServerStorage) async throws -> Set<String> {
        Set(try await storage.facts(of: alice).purchases.filter { $0.appAccountToken != nil }.map(\.transactionID))
    }

    @Test(
        "They bring nobody back, and of their text nothing is kept",
        arguments: StorageKind.allCases,
        [.renewal, nil, TransactionReason(rawValue: "NEW WORD")] as [TransactionReason?]
    )
    func renewed(kind: StorageKind, reason: TransactionReason?) async throws {
        try await kind.test { storage, _ in
            try await Self.forgetAlice(storage)
            try await storage.notify("renewed", [Self.period(1, reason)], at: Self.start + 201)
            #expect(try await storage.owners(of: "1").isEmpty)
            #expect(try await storage.record(of: Self.alice) == CustomerRecord(customer: Self.alice))
            #expect(try await Self.bodies(storage) == [Data()])
            // What was stated of the purchase stays, for whoever shows its receipt.
            try await storage.upload([Self.period(1, reason)], by: "carol", at: Self.start + 300)
            let facts = try await storage.facts(of: "carol").purchases
            #expect(Set(facts.map(\.transactionID)) == ["1-0", "1-1"])
            #expect(facts.allSatisfy { $0.appAccountToken == nil })
            #expect(try await storage.record(of: Self.alice) == CustomerRecord(customer: Self.alice))
        }
    }

    @Test("Who buys anew is somebody anew, whose renewals have the token", arguments: StorageKind.allCases)
    func boughtAnew(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            try await Self.forgetAlice(storage)
            try await storage.notify("b", [Self.period(2, .purchase)], at: Self.start + 401)
            #expect(try await storage.owners(of: "1") == [Self.token])
            try await storage.notify("c", [Self.period(3, .renewal)], at: Self.start + 601)
            // What was bought before the erasure, and repeated once more, is nobody's all the same.
            var old = Self.period(0, .purchase)
            old.statedDate = Self.start + 700
            try await storage.notify("a", [old], at: Self.start + 701)
            #expect(try await Self.named(storage) == ["1-2", "1-3"])
            #expect(try await Self.bodies(storage).map(\.isEmpty) == [true, false, false])
        }
    }

    @Test("A purchase and its renewal may come together", arguments: StorageKind.allCases)
    func together(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            try await Self.forgetAlice(storage)
            let facts = [Self.period(1, .purchase), Self.period(2, .renewal), Self.period(0, .purchase)]
            try await storage.notify("a", facts, at: Self.start + 500)
            #expect(try await storage.owners(of: "1") == [Self.token])
            #expect(try await Self.named(storage) == ["1-1", "1-2"])
        }
    }

    @Test("What is told of the last period after the erasure is neither kept nor handed on with the token inside")
    func handedOn() async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try await ErasureTests.telling(scratch.file("a.sqlite"))
        try await Self.forgetAlice(storage)
        let uuid = UUID(uuidString: Self.token)
        let told: [(NotificationType, TransactionReason)] = [(.expired, .purchase), (.didRenew, .renewal)]
        for (type, reason) in told {
            let date = Self.start + 1_000
            var fact = Self.period(type == .expired ? 0 : 4, reason)
            fact.statedDate = date
            var notification = Purchases.notification(type.rawValue, [fact], at: date)
            notification.body = Data(try NotificationSample.body(type, at: date) { $0.appAccountToken = uuid }.utf8)
            #expect(try await storage.save(notification) { _ in nil })
        }
        // Of others everything is handed on.
        try await storage.notify("other", [Purchases.fact("2")], at: Self.start + 1_001)
        let bodies = try await storage.read { database in
            let headers = SignedHeaderRows(database: database)
            return try Data.fetchAll(database, sql: "SELECT body FROM notification").map { try headers.body(of: $0) }
        }
        let forwarded = try await storage.read {
            try Data.fetchAll($0, sql: "SELECT body FROM purchase_event WHERE type = 'appStoreNotification'")
        }
        #expect(bodies.filter(\.isEmpty).count == 2)
        #expect(bodies.count == 3)
        #expect(forwarded.count == 1)
        let search = TokenSearch(names: [Self.token])
        #expect(!(bodies + forwarded).contains { search.isIn(body: $0) })
    }

    @Test("Of what two people have the other one's token stays, and so does what is told of it")
    func shared() async throws {
        let terms = ClaimTerms(ownership: OwnershipRules(standard: .share))
        try await StorageKind.sqlite.test(terms: terms) { storage, _ in
            try await storage.upload([Self.period(0, .purchase)], by: "bob")
            _ = try await storage.merge(Self.alice, into: "bob", AuditNote(date: Self.start + 1, actor: "app"))
            try await storage.upload([Self.period(0, .purchase)], by: "alice", at: Self.start + 2)
            #expect(try await storage.owners(of: "1") == ["alice", "bob"])
            #expect(try await storage.erase("alice", Self.note))
            var again = Self.period(0, .purchase)
            again.statedDate = Self.start + 200
            try await storage.notify("again", [again, Self.period(1, .renewal)], at: Self.start + 201)
            #expect(try await storage.owners(of: "1") == ["bob"])
            #expect(try await Self.named(storage) == ["1-0", "1-1"])
            #expect(try await Self.bodies(storage).map(\.isEmpty) == [false])
        }
    }
}
