import Foundation
import Testing

@testable import PurchaseServer

@Suite("Grants in every storage")
struct GrantStorageTests {
    private static let start = Purchases.start

    private static func grant(_ name: String, level: String = "pro", lasts: TimeInterval? = 100) -> Grant {
        Grant(
            name: name,
            level: level,
            start: start,
            end: lasts.map { start + $0 },
            reason: "sorry",
            madeDate: start,
            actor: "support"
        )
    }

    @Test("The same again changes nothing, another one of the name is refused", arguments: StorageKind.allCases)
    func idempotent(kind: StorageKind) async throws {
        try await kind.test { (storage, reopen) async throws in
            let grant = Self.grant("gift")
            #expect(try await storage.save(grant, of: "alice", fixesStart: true) == .granted(grant))
            var again = grant
            again.start += 50
            again.madeDate += 50
            #expect(try await reopen().save(again, of: "alice", fixesStart: false) == .granted(grant))
            #expect(try await storage.save(again, of: "alice", fixesStart: true) == .other(grant))
            let other = Self.grant("gift", level: "gold")
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
            #expect(revoked?.revokedDate == Self.start + 10)
            #expect(try await reopen().revokeGrant("gift", of: "alice", at: Self.start + 20) == revoked)
            #expect(try await storage.revokeGrant("none", of: "alice", at: Self.start) == nil)
            #expect(try await storage.revokeGrant("gift", of: "nobody", at: Self.start) == nil)
            #expect(try await storage.record(of: "alice").grants.map(\.revokedDate) == [Self.start + 10])
        }
    }

    @Test("Grants follow into the account, and are found there by their names", arguments: StorageKind.allCases)
    func merged(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            _ = try await storage.save(Self.grant("gift"), of: "anonymous:1", fixesStart: true)
            let note = AuditNote(date: Self.start, actor: "app")
            _ = try await storage.merge("anonymous:1", into: "alice", note)
            let again = try await storage.save(Self.grant("gift"), of: "alice", fixesStart: true)
            #expect(again == .granted(Self.grant("gift")))
            #expect(try await storage.record(of: "alice").grants.count == 1)
            #expect(try await storage.revokeGrant("gift", of: "alice", at: Self.start + 1) != nil)
        }
    }

    @Test(
        "A grant runs from its beginning until before its end",
        arguments: [(-1.0, false), (0, true), (99.9, true), (100, false), (1_000, false)]
    )
    func running(seconds: TimeInterval, isRunning: Bool) {
        #expect(Self.grant("gift").isRunning(at: Self.start + seconds) == isRunning)
        #expect(Self.grant("gift", lasts: nil).isRunning(at: Self.start + seconds) == (seconds >= 0))
        var revoked = Self.grant("gift")
        revoked.revokedDate = Self.start + 50
        #expect(revoked.isRunning(at: Self.start + seconds) == (seconds == 0))
    }
}
