import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Whose purchases are in every storage")
struct OwnershipConformanceTests {
    private static let start = Purchases.start
    /// An account of the developer whose identifier is a token.
    private static let token = "6f9619ff-8b86-d011-b42d-00c04fc964ff"

    private static func terms(_ policy: OwnershipPolicy) -> ClaimTerms {
        ClaimTerms(ownership: OwnershipRules(standard: policy))
    }

    private static func tokened(_ chain: String, lasts: TimeInterval = 30 * 86_400) -> PurchaseFact {
        Purchases.fact(chain, lasts: lasts) { $0.appAccountToken = UUID(uuidString: token) }
    }

    @Test(
        "A purchase that turns up for somebody else goes where the policy says, and what was done is written down",
        arguments: StorageKind.allCases,
        [
            (.transfer, ["bob"], "moved"), (.transferIfInactive, ["alice"], "refused"),
            (.share, ["alice", "bob"], "shared"), (.refuse, ["alice"], "refused"),
        ] as [(OwnershipPolicy, Set<String>, String)]
    )
    func active(
        kind: StorageKind,
        expected: (policy: OwnershipPolicy, owners: Set<String>, kind: String)
    ) async throws {
        try await kind.test(terms: Self.terms(expected.policy)) { storage, reopen in
            try await storage.upload([Purchases.fact("1")], by: "alice", at: Self.start)
            let outcome = try await storage.upload([Purchases.fact("1")], by: "bob", at: Self.start + 10)
            #expect(outcome.held.count == (expected.owners.contains("bob") ? 1 : 0))
            #expect(outcome.refused.count == (expected.owners.contains("bob") ? 0 : 1))
            #expect(try await storage.owners(of: "1") == expected.owners)
            #expect(try await reopen().owners(of: "1") == expected.owners)
            let entry = try #require(try await storage.audit(of: "bob", before: nil, limit: 9).first)
            #expect(entry.kind.rawValue == expected.kind)
            #expect(entry.from == "alice")
            #expect(entry.to == "bob")
            #expect(entry.originalTransactionID == "1")
            #expect(entry.actor == "upload")
            #expect(entry.reason == expected.policy.rawValue)
            #expect(entry.date == Self.start + 10)
            #expect(try await reopen().audit(of: "alice", before: nil, limit: 9) == [entry])
        }
    }

    @Test(
        "A lapsed subscription and what was bought once move where only an active one stays",
        arguments: StorageKind.allCases
    )
    func inactive(kind: StorageKind) async throws {
        try await kind.test(terms: Self.terms(.transferIfInactive)) { storage, _ in
            let purchases = [
                Purchases.fact("lapsed", lasts: 5), Purchases.fact("once", product: "pro", lasts: nil),
                Purchases.fact("active"),
            ]
            try await storage.upload(purchases, by: "alice")
            let outcome = try await storage.upload(purchases, by: "bob", at: Self.start + 1_000)
            #expect(Set(outcome.held.map(\.originalTransactionID)) == ["lapsed", "once"])
            #expect(outcome.refused.map(\.originalTransactionID) == ["active"])
            #expect(try await storage.facts(of: "alice").purchases.map(\.originalTransactionID) == ["active"])
        }
    }

    @Test("Who has no account keeps nothing from anybody", arguments: StorageKind.allCases, OwnershipPolicy.allCases)
    func anonymous(kind: StorageKind, policy: OwnershipPolicy) async throws {
        try await kind.test(terms: Self.terms(policy)) { storage, _ in
            try await storage.upload([Purchases.fact("1")], by: "anonymous:1")
            try await storage.upload([Purchases.fact("1")], by: "alice", at: Self.start + 1)
            #expect(try await storage.owners(of: "1") == (policy == .share ? ["alice", "anonymous:1"] : ["alice"]))
        }
    }

    @Test(
        "A notification with an account token ends the same before the upload and after it",
        arguments: StorageKind.allCases,
        [
            (.transfer, 2_592_000, ["alice"]), (.transferIfInactive, 2_592_000, [token]),
            (.transferIfInactive, 5, ["alice"]), (.share, 2_592_000, ["alice", token]), (.refuse, 2_592_000, [token]),
        ] as [(OwnershipPolicy, TimeInterval, Set<String>)]
    )
    func tokens(
        kind: StorageKind,
        expected: (policy: OwnershipPolicy, lasts: TimeInterval, owners: Set<String>)
    ) async throws {
        for isNotifiedFirst in [true, false] {
            try await kind.test(terms: Self.terms(expected.policy)) { storage, _ in
                // The server has heard of the account, so its token is not a mere number.
                _ = try await storage.merge("device", into: CustomerID(trusted: Self.token), Self.note(0))
                let known = Self.tokened("1", lasts: expected.lasts)
                let silent = Purchases.fact("1", lasts: expected.lasts)
                if isNotifiedFirst { try await storage.notify("n", [known], at: Self.start + 50) }
                try await storage.upload([silent], by: "alice", at: Self.start + 100)
                if !isNotifiedFirst { try await storage.notify("n", [known], at: Self.start + 150) }
                #expect(try await storage.owners(of: "1") == expected.owners, "notified first: \(isNotifiedFirst)")
            }
        }
    }

    @Test(
        "A token that names nobody gives way to who has the receipt",
        arguments: StorageKind.allCases,
        OwnershipPolicy.allCases
    )
    func unknownToken(kind: StorageKind, policy: OwnershipPolicy) async throws {
        for isNotifiedFirst in [true, false] {
            try await kind.test(terms: Self.terms(policy)) { storage, _ in
                if isNotifiedFirst { try await storage.notify("n", [Self.tokened("1")], at: Self.start + 1) }
                let outcome = try await storage.upload([Self.tokened("1")], by: "alice", at: Self.start + 2)
                #expect(outcome.held.count == 1)
                #expect(try await storage.owners(of: "1").contains("alice"))
                if policy != .share { #expect(try await storage.owners(of: "1") == ["alice"]) }
                #expect(try await storage.audit(of: "alice", before: nil, limit: 9).isEmpty)
            }
        }
    }

    @Test("Each token counts once: what was decided since is not taken back", arguments: StorageKind.allCases)
    func repeated(kind: StorageKind) async throws {
        try await kind.test(terms: Self.terms(.refuse)) { storage, _ in
            let account = CustomerID(trusted: Self.token)
            try await storage.upload([Self.tokened("1")], by: account)
            let order = TransferOrder(from: account, to: "alice")
            #expect(try await storage.transfer(order, Self.note(5)).moved.count == 1)
            try await storage.notify("n", [Self.tokened("1")], at: Self.start + 20)
            let renewal = Purchases.fact("1", transaction: "1-2", at: Self.start + 100) {
                $0.appAccountToken = UUID(uuidString: Self.token)
            }
            try await storage.notify("m", [renewal], at: Self.start + 120)
            #expect(try await storage.owners(of: "1") == ["alice"])
        }
    }

    @Test(
        "Of uploads at once one wins, and everybody is told the same",
        arguments: StorageKind.allCases,
        OwnershipPolicy.allCases
    )
    func concurrent(kind: StorageKind, policy: OwnershipPolicy) async throws {
        try await kind.test(terms: Self.terms(policy)) { storage, _ in
            for round in 0..<8 {
                let chain = "\(round)"
                let names = (0..<6).map { CustomerID(trusted: "c\($0)") }
                let held = try await withThrowingTaskGroup(of: CustomerID?.self) { group in
                    for name in names {
                        group.addTask {
                            let outcome = try await storage.upload([Purchases.fact(chain)], by: name)
                            return outcome.held.isEmpty ? nil : name
                        }
                    }
                    return try await group.reduce(into: [CustomerID]()) { held, name in name.map { held.append($0) } }
                }
                let owners = try await storage.owners(of: chain)
                switch policy {
                case .share: #expect(owners.count == 6)
                case .transfer:
                    #expect(owners.count == 1)
                    #expect(held.count == 6)
                case .transferIfInactive, .refuse: #expect(owners == Set(held.map(\.value)))
                }
                if policy != .share { #expect(owners.count == 1) }
            }
        }
    }

    @Test("A refusal is written down once, however often the app asks", arguments: StorageKind.allCases)
    func refusals(kind: StorageKind) async throws {
        try await kind.test(terms: Self.terms(.refuse)) { storage, _ in
            try await storage.upload([Purchases.fact("1")], by: "alice")
            for second in 1...5 {
                let date = Self.start + TimeInterval(second)
                #expect(try await storage.upload([Purchases.fact("1")], by: "bob", at: date).refused.count == 1)
            }
            #expect(try await storage.audit(of: "bob", before: nil, limit: 9).count == 1)
        }
    }

    @Test("What is new in a stored receipt belongs to its owner", arguments: StorageKind.allCases)
    func inherited(kind: StorageKind) async throws {
        try await kind.test(terms: Self.terms(.transfer)) { storage, _ in
            try await storage.upload([Purchases.fact("1")], by: "alice", receipt: Data([1]))
            try await storage.upload([Purchases.fact("2")], by: "bob", at: Self.start + 1, receipt: Data([1]))
            let receipt = LatestReceipt(
                id: 1,
                receipt: Data([1]),
                environment: .production,
                bundleID: Purchases.bundleID,
                failedChecks: 0
            )
            let answer = Purchases.verification(
                [Purchases.fact("1"), Purchases.fact("3")],
                at: Self.start + 10,
                receipt: Data([2])
            )
            try await storage.record(answer, of: receipt) { _ in nil }
            #expect(try await storage.owners(of: "1") == ["alice"])
            #expect(try await storage.owners(of: "3") == ["bob"])
        }
    }

    static func note(_ seconds: TimeInterval, actor: String = "support") -> AuditNote {
        AuditNote(date: start + seconds, actor: actor, reason: "asked for")
    }
}
