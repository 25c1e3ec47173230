import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The ledger in every storage")
struct LedgerStorageTests {
    private static let start = Purchases.start
    private static func terms() throws -> LedgerTerms {
        LedgerTerms(
            rules: try LedgerRules(products: [.init("coins", gives: ["coins": 100])]),
            sandbox: .nobody,
            clockTolerance: 300
        )
    }

    private static func coins(
        _ name: String,
        transaction: String? = nil,
        at seconds: TimeInterval = 0
    ) -> PurchaseFact {
        Purchases.fact(name, transaction: transaction, product: "coins", lasts: nil, at: start + seconds)
    }

    private static func order(_ name: String, _ amount: Int64, reason: String? = nil) -> LedgerOrder {
        LedgerOrder(
            name: name,
            currency: "coins",
            amount: amount,
            reason: reason,
            date: start + 100,
            actor: "game"
        )
    }

    /// The call that an order becomes, with the balance after it.
    private static func call(_ order: LedgerOrder, leaves balance: Int64) -> StoredLedgerCall {
        let call = LedgerCall(
            key: order.name,
            date: order.date,
            changes: [order.currency: order.amount],
            reference: order.reason,
            balances: [order.currency: balance]
        )
        return StoredLedgerCall(name: order.name, call: call, actor: order.actor)
    }

    private static func enter(
        _ order: LedgerOrder,
        of customer: CustomerID,
        in storage: any ServerStorage
    ) async throws -> LedgerOutcome {
        try await storage.enter(order, of: customer, by: terms())
    }

    private static func balance(_ customer: CustomerID, in storage: any ServerStorage) async throws -> Int64 {
        let record = try await storage.record(of: customer)
        return try terms().ledger(of: record, at: start + 10_000).balance(of: "coins")
    }

    @Test("Nothing is spent that is not there; the same again spends once", arguments: StorageKind.allCases)
    func spending(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            try await storage.upload([Self.coins("1")], by: "alice")
            let first = Self.order("hint", -80)
            let stored = Self.call(first, leaves: 20)
            #expect(try await Self.enter(first, of: "alice", in: storage) == .entered(stored, ["coins": 20]))
            #expect(try await Self.enter(first, of: "alice", in: reopen()) == .entered(stored, ["coins": 20]))
            #expect(try await Self.enter(Self.order("hint", -10), of: "alice", in: storage) == .other(stored))
            #expect(
                try await Self.enter(Self.order("more", -21), of: "alice", in: storage) == .overdrawn(balance: 20)
            )
            let gift = Self.order("gift", 1, reason: "sorry")
            let given = Self.call(gift, leaves: 21)
            #expect(try await Self.enter(gift, of: "alice", in: storage) == .entered(given, ["coins": 21]))
            #expect(try await Self.balance("alice", in: reopen()) == 21)
            #expect(
                try await Self.enter(Self.order("x", -1), of: "nobody", in: storage) == .overdrawn(balance: 0)
            )
            guard case .refused(let error) = try await Self.enter(Self.order("x", .min), of: "alice", in: storage)
            else {
                Issue.record("no ledger takes such an amount")
                return
            }
            #expect(error.code == .invalidAmount)
        }
    }

    @Test("What was credited is looked for where purchases give something, and nowhere else", arguments: [true, false])
    func credits(givesSomething: Bool) async throws {
        var customers = CustomerRules()
        if givesSomething { customers.ledger = try Self.terms().rules }
        let events = EventWriter(rules: EntitlementRules(), customers: customers) { RandomIdentifier.make("event") }
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let storage = try PurchaseDatabase(file: file, events: events, lock: nil)
            try await storage.upload([Self.coins("1")], by: "alice")
            let credited = PurchaseFacts(purchases: givesSomething ? [Self.coins("1")] : [])
            #expect(try await storage.record(of: "alice").credits == credited)
            #expect(try await storage.recentRecord(of: "alice").credits == credited)
            #expect(try await storage.countedRecord(of: "alice").record.credits == credited)
            #expect(try await storage.subscriber("alice").record.credits == credited)
            #expect(try await storage.export(of: "alice")?.subscriber.record.credits == credited)
            let provisional = try await storage.provisionalRecord(of: "alice", stating: PurchaseFacts())
            #expect(provisional.confirmed.credits == credited)
            #expect(try await storage.record(of: "alice").facts == PurchaseFacts(purchases: [Self.coins("1")]))
        }
    }

    @Test("Of many that spend at once as many succeed as there is to spend", arguments: StorageKind.allCases)
    func concurrent(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            try await storage.upload([Self.coins("1")], by: "alice")
            let spent = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let outcome = try await Self.enter(Self.order("\(number)", -30), of: "alice", in: storage)
                        if case .entered = outcome { return true }
                        return false
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(spent == 3)
            #expect(try await Self.balance("alice", in: storage) == 10)
        }
    }

    @Test(
        "Each transaction is credited once, whoever has the purchase",
        arguments: StorageKind.allCases,
        OwnershipPolicy.allCases
    )
    func once(kind: StorageKind, policy: OwnershipPolicy) async throws {
        for hasSpent in [false, true] {
            try await kind.test(terms: ClaimTerms(ownership: OwnershipRules(standard: policy))) { storage, reopen in
                try await storage.upload([Self.coins("1")], by: "alice")
                if hasSpent { _ = try await Self.enter(Self.order("hint", -80), of: "alice", in: storage) }
                try await storage.upload([Self.coins("1")], by: "bob", at: Self.start + 10)
                try await storage.upload([Self.coins("1")], by: "carol", at: Self.start + 20)
                let names: [CustomerID] = ["alice", "bob", "carol"]
                var total: Int64 = 0
                for name in names { total += try await Self.balance(name, in: storage) }
                #expect(total == (hasSpent ? 20 : 100))
                let left = try await Self.balance("alice", in: reopen())
                // What was spent of stays; what nobody touched goes with the purchase.
                let moves = !hasSpent && (policy == .transfer || policy == .transferIfInactive)
                #expect(left == (moves ? 0 : (hasSpent ? 20 : 100)))
            }
        }
    }

    @Test("Of a purchase that moved, later transactions are credited to who has it", arguments: StorageKind.allCases)
    func later(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            try await storage.upload([Self.coins("1", transaction: "a")], by: "alice")
            _ = try await Self.enter(Self.order("hint", -80), of: "alice", in: storage)
            let order = TransferOrder(from: "alice", to: "bob")
            _ = try await storage.transfer(order, AuditNote(date: Self.start + 10, actor: "support"))
            try await storage.notify("n", [Self.coins("1", transaction: "b", at: 20)], at: Self.start + 20)
            #expect(try await Self.balance("alice", in: storage) == 20)
            #expect(try await Self.balance("bob", in: storage) == 100)
        }
    }

    @Test("Coins and what was spent of them follow into the account", arguments: StorageKind.allCases)
    func merged(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            try await storage.upload([Self.coins("1")], by: "anonymous:1")
            let spent = Self.order("hint", -80)
            _ = try await Self.enter(spent, of: "anonymous:1", in: storage)
            try await storage.upload([Self.coins("2")], by: "alice")
            let note = AuditNote(date: Self.start + 200, actor: "app")
            _ = try await storage.merge("anonymous:1", into: "alice", note)
            #expect(try await Self.balance("alice", in: storage) == 120)
            let again = try await Self.enter(spent, of: "anonymous:1", in: storage)
            #expect(again == .entered(Self.call(spent, leaves: 20), ["coins": 120]))
        }
    }

    @Test("What both have spent under one name counts twice when they become one", arguments: StorageKind.allCases)
    func sameName(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            for name in ["anonymous:1", "alice"] as [CustomerID] {
                try await storage.upload([Self.coins("of-\(name)")], by: name)
                _ = try await Self.enter(Self.order("hint", -80), of: name, in: storage)
            }
            let note = AuditNote(date: Self.start + 200, actor: "app")
            _ = try await storage.merge("anonymous:1", into: "alice", note)
            #expect(try await Self.balance("alice", in: storage) == 40)
            #expect(try await storage.record(of: "alice").calls.map(\.name) == ["hint", "hint"])
        }
    }
}
