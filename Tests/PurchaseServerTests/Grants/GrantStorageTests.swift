import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Grants in every storage")
struct GrantStorageTests {
    private static let start = Purchases.start

    private static func grant(
        _ name: String,
        level: EntitlementLevel = "pro",
        lasts: TimeInterval? = 100,
        at date: Date = start
    ) throws -> Grant {
        let grant = try EntitlementGrant(
            id: name,
            level: level,
            startDate: date,
            endDate: lasts.map { start + $0 },
            reason: "sorry"
        )
        return Grant(grant, madeDate: date, actor: "support")
    }

    @Test("The same again changes nothing, another one of the name is refused", arguments: StorageKind.allCases)
    func idempotent(kind: StorageKind) async throws {
        try await kind.test { (storage, reopen) async throws in
            let grant = try Self.grant("gift")
            #expect(try await storage.save(grant, of: "alice", fixesStart: true) == .granted(grant))
            let again = try Self.grant("gift", at: Self.start + 50)
            #expect(try await reopen().save(again, of: "alice", fixesStart: false) == .granted(grant))
            #expect(try await storage.save(again, of: "alice", fixesStart: true) == .other(grant))
            let other = try Self.grant("gift", level: "gold")
            #expect(try await storage.save(other, of: "alice", fixesStart: false) == .other(grant))
            #expect(try await storage.save(other, of: "bob", fixesStart: false) == .granted(other))
            #expect(try await reopen().record(of: "alice").grants == [grant])
        }
    }

    @Test("A revoked grant ends at once and stays in the list", arguments: StorageKind.allCases)
    func revoked(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            _ = try await storage.save(Self.grant("gift"), of: "alice", fixesStart: true)
            let revoked = try await storage.revokeGrant("gift", of: "alice", at: Self.start + 10)
            #expect(revoked?.grant.revokedDate == Self.start + 10)
            #expect(try await reopen().revokeGrant("gift", of: "alice", at: Self.start + 20) == revoked)
            #expect(try await storage.revokeGrant("none", of: "alice", at: Self.start) == nil)
            #expect(try await storage.revokeGrant("gift", of: "nobody", at: Self.start) == nil)
            #expect(try await storage.record(of: "alice").grants.map(\.grant.revokedDate) == [Self.start + 10])
        }
    }

    @Test("Grants follow into the account, and are found there by their names", arguments: StorageKind.allCases)
    func merged(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            _ = try await storage.save(Self.grant("gift"), of: "anonymous:1", fixesStart: true)
            let note = AuditNote(date: Self.start, actor: "app")
            _ = try await storage.merge("anonymous:1", into: "alice", note)
            let again = try await storage.save(Self.grant("gift"), of: "alice", fixesStart: true)
            #expect(again == .granted(try Self.grant("gift")))
            #expect(try await storage.record(of: "alice").grants.count == 1)
            #expect(try await storage.revokeGrant("gift", of: "alice", at: Self.start + 1) != nil)
        }
    }

    @Test(
        "Two of one name that a login brings together are both there, and are taken back together",
        arguments: StorageKind.allCases
    )
    func twoOfOneName(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let gold = try Self.grant("gift", level: "gold", lasts: nil)
            let pro = try Self.grant("gift", at: Self.start + 1)
            _ = try await storage.save(gold, of: "anonymous:1", fixesStart: true)
            _ = try await storage.save(pro, of: "alice", fixesStart: true)
            let note = AuditNote(date: Self.start + 2, actor: "app")
            #expect(try await storage.merge("anonymous:1", into: "alice", note) == .merged)
            let grants = try await reopen().record(of: "alice").grants
            #expect(grants == [gold, pro])
            let access = AccessStatement(
                entitlements: [Entitlement](),
                grants: grants.map(\.grant),
                at: Self.start + 3,
                catalogue: LevelCatalogue()
            )
            #expect(access.activeLevels == ["gold", "pro"])
            // Each may be sent again, and a third one of the name is none of them.
            for same in [gold, pro] {
                #expect(try await storage.save(same, of: "alice", fixesStart: true) == .granted(same))
            }
            let third = try Self.grant("gift", level: "silver")
            #expect(try await storage.save(third, of: "alice", fixesStart: true) == .other(gold))
            let revoked = try await storage.revokeGrant("gift", of: "alice", at: Self.start + 10)
            #expect(revoked?.grant.revokedDate == Self.start + 10)
            let dates = try await reopen().record(of: "alice").grants.map(\.grant.revokedDate)
            #expect(dates == [Self.start + 10, Self.start + 10])
        }
    }
}
