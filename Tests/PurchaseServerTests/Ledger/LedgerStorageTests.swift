import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("The ledger in every storage")
struct LedgerStorageTests {
    private static let start = Purchases.start
    private static let fold = LedgerFold(
        rules: BalanceRules(credits: ["coins": .init(currency: "coins", amount: 100)]),
        date: start + 10_000,
        clockTolerance: 300
    )

    private static func coins(
        _ name: String,
        transaction: String? = nil,
        at seconds: TimeInterval = 0
    ) -> PurchaseFact {
        Purchases.fact(name, transaction: transaction, product: "coins", lasts: nil, at: start + seconds)
    }

    private static func entry(_ name: String, _ amount: Int64, reason: String? = nil) -> BalanceEntry {
        BalanceEntry(
            name: name,
            currency: "coins",
            amount: amount,
            reason: reason,
            madeDate: start + 100,
            actor: "game"
        )
    }

    private static func spend(
        _ entry: BalanceEntry,
        of customer: CustomerID,
        in storage: any ServerStorage
    ) async throws -> LedgerOutcome {
        try await storage.save(entry, of: customer) { fold.balances(of: $0, and: $1) }
    }

    private static func balance(_ customer: CustomerID, in storage: any ServerStorage) async throws -> Int64 {
        let record = try await storage.record(of: customer)
        return fold.balances(of: record.credits, and: record.entries)["coins"] ?? 0
    }

    @Test("Nothing is spent that is not there; the same again spends once", arguments: StorageKind.allCases)
    func spending(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            try await storage.upload([Self.coins("1")], by: "alice")
            let first = Self.entry("hint", -80)
            #expect(try await Self.spend(first, of: "alice", in: storage) == .entered(first, ["coins": 20]))
            #expect(try await Self.spend(first, of: "alice", in: reopen()) == .entered(first, ["coins": 20]))
            #expect(try await Self.spend(Self.entry("hint", -10), of: "alice", in: storage) == .other(first))
            #expect(
                try await Self.spend(Self.entry("more", -21), of: "alice", in: storage) == .overdrawn(balance: 20)
            )
            let gift = Self.entry("gift", 1, reason: "sorry")
            #expect(try await Self.spend(gift, of: "alice", in: storage) == .entered(gift, ["coins": 21]))
            #expect(try await Self.balance("alice", in: reopen()) == 21)
            #expect(
                try await Self.spend(Self.entry("x", .min), of: "nobody", in: storage) == .overdrawn(balance: 0)
            )
        }
    }

    @Test("Of many that spend at once as many succeed as there is to spend", arguments: StorageKind.allCases)
    func concurrent(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            try await storage.upload([Self.coins("1")], by: "alice")
            let spent = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let outcome = try await Self.spend(Self.entry("\(number)", -30), of: "alice", in: storage)
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
                if hasSpent { _ = try await Self.spend(Self.entry("hint", -80), of: "alice", in: storage) }
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
            _ = try await Self.spend(Self.entry("hint", -80), of: "alice", in: storage)
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
            let spent = Self.entry("hint", -80)
            _ = try await Self.spend(spent, of: "anonymous:1", in: storage)
            try await storage.upload([Self.coins("2")], by: "alice")
            let note = AuditNote(date: Self.start + 200, actor: "app")
            _ = try await storage.merge("anonymous:1", into: "alice", note)
            #expect(try await Self.balance("alice", in: storage) == 120)
            #expect(try await Self.spend(spent, of: "anonymous:1", in: storage) == .entered(spent, ["coins": 120]))
        }
    }
}
