import AppStoreModels
import Entitlements
import Foundation
import GRDB
import Locking
import Logging
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Forgetting a person")
struct ErasureTests {
    private static let start = Purchases.start
    private static let token = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    private static let note = AuditNote(date: start + 100, actor: "support")

    /// Alice, with everything that can be stored about a person, under four names.
    private static func fill(_ storage: any ServerStorage) async throws {
        let fact = Purchases.fact("1") { $0.appAccountToken = UUID(uuidString: token) }
        try await storage.upload([fact], by: "anonymous:a", receipt: Data([1]))
        for alias in ["anonymous:a", CustomerID(trusted: token), "alice@example.com"] {
            _ = try await storage.merge(alias, into: "alice", AuditNote(date: start + 1, actor: "app"))
        }
        try await storage.notify("n", [fact], at: start + 2)
        let grant = Grant(
            try EntitlementGrant(id: "gift", level: "pro", startDate: start, endDate: nil),
            madeDate: start,
            actor: "app"
        )
        _ = try await storage.save(grant, of: "alice", fixesStart: true)
        let order = LedgerOrder(name: "e", currency: "coins", amount: 5, date: start, actor: "app")
        let terms = LedgerTerms(rules: LedgerRules(), sandbox: .nobody, clockTolerance: 300)
        _ = try await storage.enter(order, of: "alice", by: terms)
        let waiting = ReceiptUpload(customer: "alice", receipt: Data([7]), receivedAt: start)
        _ = try await storage.save(waiting, retryAt: start)
    }

    @Test(
        "Names, grants, entries, uploads and tokens go; purchases stay and are nobody's",
        arguments: StorageKind.allCases
    )
    func erased(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            try await Self.fill(storage)
            #expect(try await storage.erase(CustomerID(trusted: "anonymous:a"), Self.note))
            for name in ["alice", "anonymous:a", "alice@example.com", Self.token] {
                let record = try await reopen().record(of: CustomerID(trusted: name))
                #expect(record == CustomerRecord(customer: CustomerID(trusted: name)))
            }
            #expect(try await storage.owners(of: "1").isEmpty)
            #expect(try await storage.export(of: "alice") == nil)
            #expect(try await storage.customers(matching: CustomerQuery()).isEmpty)
            #expect(try await storage.erase("alice", Self.note) == false)
            // The purchase is there for whoever shows its receipt, without the token.
            try await storage.upload([Purchases.fact("1")], by: "carol", at: Self.start + 200)
            let facts = try await storage.facts(of: "carol").purchases
            #expect(facts.map(\.transactionID) == ["1-1"])
            #expect(facts.allSatisfy { $0.appAccountToken == nil })
        }
    }

    @Test("An answer that is kept for a repeated request names the person no more, and still counts as given")
    func answers() async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try PurchaseDatabase(file: scratch.file("a.sqlite"))
        try await Self.fill(storage)
        let requests = ["alice", "bob"].map { RepeatableRequest(callerID: "key", key: $0, digest: Data([1])) }
        for request in requests {
            #expect(try await storage.begin(request, at: Self.start) == .new)
            let body = Data(#"{"customer":"\#(request.key)"}"#.utf8)
            try await storage.finish(request, status: 200, body: body)
        }
        _ = try await storage.erase("alice", Self.note)
        #expect(
            try await storage.begin(requests[0], at: Self.start + 60) == .answered(status: 200, body: Data("{}".utf8))
        )
        let other = Data(#"{"customer":"bob"}"#.utf8)
        #expect(try await storage.begin(requests[1], at: Self.start + 60) == .answered(status: 200, body: other))
    }

    @Test("Answers of others stay, whatever the person is called", arguments: ["customer", "bob", "7", "{}"])
    func answersOfOthers(name: String) async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try PurchaseDatabase(file: scratch.file("a.sqlite"))
        let customer = CustomerID(trusted: name)
        try await storage.upload([Purchases.fact("1")], by: customer)
        let body = Data(#"{"customer":"carol","reason":"bob","amount":7,"list":["customer","bob","7","{}"]}"#.utf8)
        let others = RepeatableRequest(callerID: "key", key: "carol", digest: Data([1]), customer: "carol")
        let own = RepeatableRequest(callerID: "key", key: "own", digest: Data([1]), customer: customer)
        for request in [others, own] {
            #expect(try await storage.begin(request, at: Self.start) == .new)
            try await storage.finish(request, status: 200, body: request == own ? Data(#"{"ok":true}"#.utf8) : body)
        }
        #expect(try await storage.erase(customer, Self.note))
        #expect(try await storage.begin(others, at: Self.start + 1) == .answered(status: 200, body: body))
        #expect(try await storage.begin(own, at: Self.start + 1) == .answered(status: 200, body: Data("{}".utf8)))
    }

    @Test(
        "An answer that names two is emptied for either, and found without reading the others",
        arguments: [
            (#"{"from":"alice","to":"bob"}"#, nil), (#"{"from":"bob","to":"alice"}"#, nil),
            (#"{"customer":"alice","merged":false}"#, "$purser:guest"),
            (#"{"customer":"$purser:1","appAccountToken":"alice"}"#, nil), (#"{"purchases":[]}"#, "alice"),
        ] as [(String, String?)]
    )
    func answersOfTwo(body: String, path: String?) async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try PurchaseDatabase(file: scratch.file("a.sqlite"))
        try await storage.upload([Purchases.fact("1")], by: "alice")
        var request = RepeatableRequest(callerID: "key", key: "one", digest: Data([1]))
        request.customer = path.map { CustomerID(trusted: $0) }
        #expect(try await storage.begin(request, at: Self.start) == .new)
        try await storage.finish(request, status: 200, body: Data(body.utf8))
        #expect(try await storage.erase("alice", Self.note))
        #expect(
            try await storage.begin(request, at: Self.start + 1) == .answered(status: 200, body: Data("{}".utf8))
        )
        let plan = try await storage.pool.read { database in
            try Row.fetchAll(
                database,
                sql: "EXPLAIN QUERY PLAN SELECT 1 FROM repeated_answer WHERE customer = 'a' OR other_customer = 'a'"
            ).map(\.description).joined()
        }
        #expect(!plan.contains("SCAN"), "\(plan)")
    }

    @Test("What the App Store repeats does not bring the person back", arguments: StorageKind.allCases)
    func repeated(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            try await Self.fill(storage)
            _ = try await storage.erase("alice", Self.note)
            let fact = Purchases.fact("1") { $0.appAccountToken = UUID(uuidString: Self.token) }
            try await storage.notify("again", [fact], at: Self.start + 200)
            #expect(try await storage.owners(of: "1").isEmpty)
            #expect(try await storage.record(of: CustomerID(trusted: Self.token)).facts.isEmpty)
            // Who buys anew is somebody anew.
            let later = Purchases.fact("1", transaction: "1-2", at: Self.start + 300) {
                $0.appAccountToken = UUID(uuidString: Self.token)
                $0.transactionReason = .purchase
            }
            try await storage.notify("new", [later], at: Self.start + 301)
            #expect(try await storage.owners(of: "1") == [Self.token])
        }
    }

    @Test("What was done stays written and names nobody")
    func audit() async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try PurchaseDatabase(file: scratch.file("a.sqlite"))
        try await Self.fill(storage)
        try await storage.upload([Purchases.fact("1")], by: "bob", at: Self.start + 50)
        let before = try await storage.audit(of: "bob", before: nil, limit: 9)
        #expect(before.first?.from == "alice")
        _ = try await storage.erase("alice", Self.note)
        let after = try await storage.audit(of: "bob", before: nil, limit: 9)
        #expect(after.map(\.kind) == before.map(\.kind))
        #expect(after.map(\.from) == [nil])
        let rows = try await storage.pool.read { try Row.fetchAll($0, sql: "SELECT * FROM audit").map(\.description) }
        #expect(rows.last?.contains("erased") == true)
        // Nothing in any table names her.
        let texts = try await storage.pool.read { database in
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return try tables.flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").flatMap { row in
                    row.map { String(decoding: Data.fromDatabaseValue($0.1) ?? Data(), as: UTF8.self) }
                }
            }
        }
        #expect(texts.contains { $0.contains("bob") })
        for name in ["alice", "anonymous:a", Self.token] {
            #expect(!texts.contains { $0.lowercased().contains(name) }, "\(name)")
        }
        #expect(!texts.contains { $0.contains("signedPayload") })
    }

    /// A storage that tells of what happens, and hands notifications on.
    static func telling(_ file: URL) async throws -> PurchaseDatabase {
        let identifiers = Locked(0)
        let storage = try PurchaseDatabase(
            file: file,
            logger: Logger(label: "test"),
            terms: ClaimTerms(),
            events: EventWriter(rules: EntitlementRules(), customers: CustomerRules()) {
                identifiers.withLock { number in
                    number += 1
                    return "evt\(number)"
                }
            },
            lock: nil
        )
        let endpoint = WebhookEndpoint(
            identifier: "whk",
            address: "https://example.com/hook",
            forwardsNotifications: true,
            createdDate: start
        )
        try await storage.add(endpoint, secret: WebhookSecret(text: "psr_webhook_x"))
        return storage
    }

    @Test("Events of the person and deliveries of them go; others' events of a transfer stay, without the name")
    func events() async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try await Self.telling(scratch.file("a.sqlite"))
        try await Self.fill(storage)
        try await storage.upload([Purchases.fact("1")], by: "bob", at: Self.start + 50)
        try await storage.upload([Purchases.fact("2")], by: "carol", at: Self.start + 60)
        let types = { (events: [StoredPurchaseEvent]) in events.map(\.type) }
        let bobs = try await storage.events(after: 0, of: "bob", limit: 99)
        #expect(types(bobs).contains(.purchaseTransferredIn))
        let carols = try await storage.events(after: 0, of: "carol", limit: 99)
        #expect(!carols.isEmpty)
        #expect(try await storage.erase("alice", Self.note))
        #expect(try await storage.events(after: 0, of: "alice", limit: 99).isEmpty)
        let left = try await storage.events(after: 0, of: "bob", limit: 99)
        #expect(left.map(\.identifier) == bobs.map(\.identifier))
        let transfer = try #require(left.first { $0.type == .purchaseTransferredIn })
        let body = try #require(try JSONValue(parsing: transfer.body).object)
        #expect(body["from"] == nil)
        #expect(body["to"] == "bob")
        #expect(try await storage.events(after: 0, of: "carol", limit: 99) == carols)
        let bodies = try await storage.pool.read { try Data.fetchAll($0, sql: "SELECT body FROM purchase_event") }
        for name in ["alice", "anonymous:a", Self.token] {
            #expect(!bodies.contains { String(decoding: $0, as: UTF8.self).lowercased().contains(name) }, "\(name)")
        }
        // Nothing that is left to be sent points to what is gone.
        let due = try await storage.deliveries(of: nil, state: nil, before: nil, limit: 99)
        #expect(!due.isEmpty)
        let numbers = try await storage.pool.read {
            try Int.fetchOne(
                $0,
                sql: "SELECT count(*) FROM webhook_delivery WHERE event NOT IN (SELECT number FROM purchase_event)"
            )
        }
        #expect(numbers == 0)
    }

    @Test("What was handed on of the person's notifications goes, though it is kept in another form")
    func handedOn() async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try await Self.telling(scratch.file("a.sqlite"))
        let token = try #require(UUID(uuidString: Self.token))
        // Both come in the same millisecond, so that only what they say tells them apart.
        for (chain, owner) in [("1", token), ("2", UUID())] {
            var notification = Purchases.notification(
                chain,
                [Purchases.fact(chain) { $0.appAccountToken = owner }],
                at: Self.start
            )
            let date = Self.start + (chain == "1" ? 0 : 1)
            notification.body = Data(
                try NotificationSample.body(.didRenew, at: date) { $0.appAccountToken = owner }.utf8
            )
            #expect(try await storage.save(notification) { _ in nil })
        }
        _ = try await storage.merge(CustomerID(trusted: Self.token), into: "alice", Self.note)
        let forwarded = {
            try await storage.pool.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM purchase_event WHERE type = 'appStoreNotification'")
            }
        }
        #expect(try await forwarded() == 2)
        #expect(try await storage.erase("alice", Self.note))
        #expect(try await forwarded() == 1)
        let texts = try await storage.pool.read { database in
            try Data.fetchAll(database, sql: "SELECT body FROM purchase_event")
                + Data.fetchAll(database, sql: "SELECT body FROM notification")
        }
        #expect(texts.count > 2)
        #expect(!texts.contains { String(decoding: $0, as: UTF8.self).lowercased().contains(Self.token) })
    }
}
