import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What every storage knows of customers")
struct CustomerStorageTests {
    private static let start = Purchases.start
    private static let uuid = UUID(
        uuid: (0x6F, 0x96, 0x19, 0xFF, 0x8B, 0x86, 0xD0, 0x11, 0xB4, 0x2D, 0, 0xC0, 0x4F, 0xC9, 0x64, 0xFF)
    )

    private static func note(_ seconds: TimeInterval) -> AuditNote {
        AuditNote(date: start + seconds, actor: "support", reason: "asked for")
    }

    @Test(
        "What was bought before there was an account is the account's after the login",
        arguments: StorageKind.allCases
    )
    func login(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let anonymous = try await storage.makeAnonymousCustomer(token: Self.uuid, at: Self.start)
            #expect(anonymous.value == "anonymous:6f9619ff-8b86-d011-b42d-00c04fc964ff")
            #expect(anonymous.isAnonymous)
            // The App Store tells of a purchase with the token before the app sends anything.
            let bought = Purchases.fact("1") { $0.appAccountToken = Self.uuid }
            try await storage.notify("n", [bought], at: Self.start + 1)
            try await storage.upload([Purchases.fact("2")], by: anonymous, at: Self.start + 2)
            #expect(try await storage.merge(anonymous, into: "alice", Self.note(3)) == .merged)
            let record = try await reopen().record(of: "alice")
            #expect(Set(record.facts.purchases.map(\.originalTransactionID)) == ["1", "2"])
            #expect(record.createdDate == Self.start)
            #expect(record.aliases.map(\.alias.value) == ["6f9619ff-8b86-d011-b42d-00c04fc964ff", anonymous.value])
            #expect(try await storage.record(of: anonymous) == record)
            // What is bought later under the old names is the account's, too.
            try await storage.upload([Purchases.fact("3")], by: anonymous, at: Self.start + 4)
            try await storage.notify("m", [Purchases.fact("4") { $0.appAccountToken = Self.uuid }], at: Self.start + 5)
            #expect(try await storage.facts(of: "alice").purchases.count == 4)
            #expect(try await storage.merge(anonymous, into: "alice", Self.note(6)) == .known)
            let audit = try await storage.audit(of: "alice", before: nil, limit: 9)
            #expect(audit.map(\.kind) == [.merged])
            #expect(audit.first?.from == anonymous)
        }
    }

    @Test("An account never becomes another one's alias", arguments: StorageKind.allCases)
    func accounts(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            try await storage.upload([Purchases.fact("1")], by: "alice")
            try await storage.upload([Purchases.fact("2")], by: "bob")
            #expect(try await storage.merge("alice", into: "bob", Self.note(1)) == .otherAccount)
            #expect(try await storage.merge("anonymous:1", into: "alice", Self.note(2)) == .merged)
            // Whoever used the device before: what is Alice's stays hers.
            #expect(try await storage.merge("anonymous:1", into: "bob", Self.note(3)) == .otherAccount)
            #expect(try await storage.record(of: "anonymous:1").customer == "alice")
            #expect(try await storage.merge("bob", into: "bob", Self.note(4)) == .known)
            #expect(try await storage.record(of: "bob").facts.purchases.count == 1)
        }
    }

    @Test("Uploads that wait follow their sender into the account", arguments: StorageKind.allCases)
    func waiting(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let upload = ReceiptUpload(customer: "anonymous:1", receipt: Data([1]), receivedAt: Self.start)
            let stored = try await storage.save(upload, retryAt: Self.start)
            _ = try await storage.merge("anonymous:1", into: "alice", Self.note(1))
            #expect(try await storage.pendingUploadCount(of: "alice") == 1)
            #expect(try await storage.record(of: "alice").pendingUploads == 1)
            let answer = Purchases.verification([Purchases.fact("1")], at: Self.start + 2)
            try await storage.resolve(stored, with: answer) { _ in nil }
            #expect(try await storage.owners(of: "1") == ["alice"])
            #expect(try await storage.pendingUploadCount(of: "anonymous:1") == 0)
        }
    }

    @Test(
        "Customers are found by the beginning of any name, or by a purchase; pages leave nobody out",
        arguments: StorageKind.allCases
    )
    func search(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            for number in 10..<40 {
                try await storage.upload([Purchases.fact("c\(number)")], by: CustomerID(trusted: "user\(number)"))
            }
            _ = try await storage.merge("anonymous:x", into: "user20", Self.note(1))
            _ = try await storage.merge("user20-mail", into: "user20", Self.note(2))
            var found: [String] = []
            var query = CustomerQuery(limit: 7)
            while true {
                let page = try await storage.customers(matching: query)
                #expect(page.count <= 7)
                guard let last = page.last else { break }
                found += page.map(\.customer.value)
                query.after = last.found.value
            }
            #expect(found.sorted() == (10..<40).map { "user\($0)" })
            let two = try await storage.customers(matching: CustomerQuery(prefix: "user2"))
            #expect(two.map(\.customer.value) == (20..<30).map { "user\($0)" })
            let alias = try await storage.customers(matching: CustomerQuery(prefix: "anonymous:"))
            #expect(alias.map(\.customer) == ["user20"])
            #expect(alias.map(\.found) == ["anonymous:x"])
            let owner = try await storage.customers(matching: CustomerQuery(originalTransactionID: "c33"))
            #expect(owner.map(\.customer) == ["user33"])
            #expect(try await storage.customers(matching: CustomerQuery(prefix: "%")).isEmpty)
        }
    }

    @Test("A transfer moves all or what is named, once, and says who did it why", arguments: StorageKind.allCases)
    func transfer(kind: StorageKind) async throws {
        try await kind.test(terms: ClaimTerms(ownership: OwnershipRules(standard: .refuse))) { storage, reopen in
            try await storage.upload(["1", "2", "3"].map { Purchases.fact($0) }, by: "alice")
            let some = TransferOrder(from: "alice", to: "bob", originalTransactionIDs: ["2"])
            #expect(try await storage.transfer(some, Self.note(1)).moved.map(\.originalTransactionID) == ["2"])
            #expect(try await storage.transfer(some, Self.note(2)).moved.isEmpty)
            #expect(try await storage.transfer(some, Self.note(2)).missing.isEmpty)
            let wrong = TransferOrder(from: "alice", to: "bob", originalTransactionIDs: ["1", "9"])
            #expect(try await storage.transfer(wrong, Self.note(3)) == TransferOutcome(moved: [], missing: ["9"]))
            let all = TransferOrder(from: "alice", to: "bob")
            #expect(try await storage.transfer(all, Self.note(4)).moved.map(\.originalTransactionID) == ["1", "3"])
            #expect(try await reopen().facts(of: "bob").purchases.count == 3)
            #expect(try await reopen().facts(of: "alice").isEmpty)
            let audit = try await storage.audit(of: "alice", before: nil, limit: 9)
            #expect(audit.map(\.originalTransactionID) == ["3", "1", "2"])
            #expect(audit.allSatisfy { $0.actor == "support" && $0.reason == "asked for" && $0.kind == .transferred })
            let older = try await storage.audit(of: "bob", before: audit[0].number, limit: 1)
            #expect(older == [audit[1]])
        }
    }

    @Test("What was written about owners cannot be changed or removed")
    func audit() async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try PurchaseDatabase(file: scratch.file("a.sqlite"))
        try await storage.upload([Purchases.fact("1")], by: "alice")
        try await storage.upload([Purchases.fact("1")], by: "bob", at: Self.start + 1)
        for sql in ["UPDATE audit SET actor = 'nobody'", "DELETE FROM audit"] {
            await #expect(throws: DatabaseError.self, "\(sql)") {
                try await storage.pool.write { try $0.execute(sql: sql) }
            }
        }
        #expect(try await storage.audit(of: "bob", before: nil, limit: 9).map(\.actor) == ["upload"])
    }
}
