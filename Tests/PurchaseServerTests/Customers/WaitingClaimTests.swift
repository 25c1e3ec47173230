import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Whose the purchases of a receipt are that waited for the App Store, in every storage")
struct WaitingClaimTests {
    private static let start = Purchases.start
    private static let month: TimeInterval = 30 * 86_400

    private static func terms(_ policy: OwnershipPolicy) -> ClaimTerms {
        ClaimTerms(ownership: OwnershipRules(standard: policy))
    }

    /// A customer's receipt comes, and the App Store has no answer.
    private static func send(
        _ customer: CustomerID,
        _ seconds: TimeInterval,
        to storage: any ServerStorage
    ) async throws {
        let upload = ReceiptUpload(customer: customer, receipt: Data([1]), receivedAt: start + seconds)
        let stored = try await storage.save(upload, retryAt: start + seconds)
        try await storage.postpone(stored, until: start + 50, limits: PendingUploadLimits())
    }

    /// A minute after the beginning the App Store answers about all that waits.
    private static func answer(_ facts: [PurchaseFact], to storage: any ServerStorage) async throws {
        let due = try await storage.pendingUploads(dueAt: start + 60, limit: 9)
        #expect(due.count == 1)
        for upload in due {
            try await storage.resolve(upload, with: Purchases.verification(facts, at: start + 60)) { _ in nil }
        }
    }

    @Test(
        "They are the sender's as if the App Store had answered at once, whoever showed them meanwhile",
        arguments: StorageKind.allCases,
        [
            (.transfer, month, ["bob"]), (.transferIfInactive, month, ["alice"]), (.transferIfInactive, 5, ["bob"]),
            (.share, month, ["alice", "bob"]), (.refuse, month, ["alice"]),
        ] as [(OwnershipPolicy, TimeInterval, Set<String>)]
    )
    func waited(
        kind: StorageKind,
        expected: (policy: OwnershipPolicy, lasts: TimeInterval, owners: Set<String>)
    ) async throws {
        try await kind.test(terms: Self.terms(expected.policy)) { storage, reopen in
            let fact = Purchases.fact("1", lasts: expected.lasts)
            try await Self.send("alice", 10, to: storage)
            try await storage.upload([fact], by: "bob", at: Self.start + 20)
            try await Self.answer([fact], to: storage)
            #expect(try await reopen().owners(of: "1") == expected.owners)
        }
    }

    @Test(
        "Who sends it again while it waits has come first and last",
        arguments: StorageKind.allCases,
        [.transfer, .transferIfInactive, .refuse] as [OwnershipPolicy]
    )
    func repeated(kind: StorageKind, policy: OwnershipPolicy) async throws {
        for lasts in [Self.month, 5] {
            try await kind.test(terms: Self.terms(policy)) { storage, _ in
                let fact = Purchases.fact("1", lasts: lasts)
                try await Self.send("alice", 10, to: storage)
                try await storage.upload([fact], by: "bob", at: Self.start + 20)
                try await Self.send("alice", 30, to: storage)
                try await Self.answer([fact], to: storage)
                #expect(try await storage.owners(of: "1") == ["alice"], "lasts \(lasts)")
            }
        }
    }

    @Test(
        "Who had them before and shows them again has come neither later nor in vain",
        arguments: StorageKind.allCases,
        [.transfer, .transferIfInactive, .refuse] as [OwnershipPolicy]
    )
    func shownAgain(kind: StorageKind, policy: OwnershipPolicy) async throws {
        for lasts in [Self.month, 5] {
            try await kind.test(terms: Self.terms(policy)) { storage, _ in
                let fact = Purchases.fact("1", lasts: lasts)
                try await storage.upload([fact], by: "alice", at: Self.start + 6)
                try await Self.send("bob", 10, to: storage)
                try await storage.upload([fact], by: "alice", at: Self.start + 20)
                try await Self.answer([fact], to: storage)
                #expect(try await storage.owners(of: "1") == ["alice"], "lasts \(lasts)")
            }
        }
    }

    @Test(
        "What was bought after the receipt was sent is not in it: it is claimed by the answer",
        arguments: StorageKind.allCases,
        [(.transfer, "alice"), (.refuse, "bob")] as [(OwnershipPolicy, String)]
    )
    func newer(kind: StorageKind, expected: (policy: OwnershipPolicy, owner: String)) async throws {
        try await kind.test(terms: Self.terms(expected.policy)) { storage, _ in
            let fact = Purchases.fact("1", at: Self.start + 15)
            try await Self.send("alice", 10, to: storage)
            try await storage.upload([fact], by: "bob", at: Self.start + 20)
            try await Self.answer([fact], to: storage)
            #expect(try await storage.owners(of: "1") == [expected.owner])
        }
    }

    @Test("What the developer has moved meanwhile stays where it is", arguments: StorageKind.allCases)
    func moved(kind: StorageKind) async throws {
        try await kind.test(terms: Self.terms(.transfer)) { storage, _ in
            try await storage.upload([Purchases.fact("1")], by: "alice")
            try await Self.send("alice", 10, to: storage)
            let note = AuditNote(date: Self.start + 20, actor: "support")
            #expect(try await storage.transfer(TransferOrder(from: "alice", to: "bob"), note).moved.count == 1)
            try await Self.answer([Purchases.fact("1")], to: storage)
            #expect(try await storage.owners(of: "1") == ["bob"])
        }
    }

    @Test("An owner's date moves on only where somebody else could have taken it", arguments: OwnershipPolicy.allCases)
    func decision(policy: OwnershipPolicy) {
        let account = OwnershipDecision.Claimant(customer: "alice", date: Self.start, givesWay: false)
        let device = OwnershipDecision.Claimant(customer: "anonymous:1", date: Self.start, givesWay: true)
        for isActive in [true, false] {
            let decision = OwnershipDecision(policy: policy, isActive: isActive)
            let isFree =
                switch policy {
                case .transfer, .share: true
                case .transferIfInactive: !isActive
                case .refuse: false
                }
            #expect(decision.isFree(from: [account]) == isFree)
            #expect(decision.isFree(from: [device]))
        }
    }
}
