import AppReceipt
import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

/// All copies of an app show the same key.
@Suite("A request that an app sends again", .timeLimit(.minutes(15)))
struct AppIdempotencyTests {
    private static func world(_ rule: CustomerTokenRule = .off) throws -> World {
        var world = try World()
        world.configuration.demandsKeys = true
        world.configuration.apps[0].customerTokens = rule
        world.store.set(world.answer())
        return world
    }

    private static func upload(
        _ receipt: Data,
        for customer: String,
        _ client: any TestClientProtocol,
        _ key: HTTPFields,
        named name: String = "1000",
        showing token: String? = nil
    ) async throws -> Answer {
        var fields = key
        fields[.documented("Idempotency-Key")] = name
        fields[.documented("Purser-Customer-Token")] = token
        return try await client.post(
            "/v1/app/customers/\(customer)/receipts",
            #"{"receiptData":"\#(receipt.base64EncodedString())"}"#,
            headers: fields
        )
    }

    @Test("The same purchase restored under another account is another request, whatever the app calls it")
    func otherAccount() async throws {
        let world = try Self.world()
        try await world.test { client, server async throws in
            let key = KeyAccessTests.bearer(try #require(server.firstKeys).public.text)
            let receipt = try SampleReceipt.signed()
            for name in ["alice", "bob"] {
                let answer = try await Self.upload(receipt, for: name, client, key)
                #expect(answer.status == 200)
                #expect(answer.json[string: "customer"] == name)
                #expect(answer.entitlements.count == 2)
            }
            // Of one customer it is still one request.
            let asked = world.store.requests.count
            #expect(try await Self.upload(receipt, for: "bob", client, key).status == 200)
            #expect(world.store.requests.count == asked)
            let other = try SampleReceipt.signed { $0.opaqueValue = [9] }
            let reused = try await Self.upload(other, for: "bob", client, key)
            #expect(reused.errorCode == "idempotency-key-reused")
        }
    }

    @Test("A stored answer is shown to who may have it now: not without a token, not with one that has ended since")
    func gate() async throws {
        let world = try Self.world(.required)
        try await world.test { client, server async throws in
            let keys = try #require(server.firstKeys)
            let (app, own) = (KeyAccessTests.bearer(keys.public.text), KeyAccessTests.bearer(keys.secret.text))
            func issue() async throws -> String {
                let answer = try await client.post("/v1/customers/alice/tokens", "", headers: own)
                return try #require(answer.json[string: "customerToken"])
            }
            let receipt = try SampleReceipt.signed()
            let token = try await issue()
            let first = try await Self.upload(receipt, for: "alice", client, app, showing: token)
            #expect(first.status == 200)
            let asked = world.store.requests.count
            let missing = try await Self.upload(receipt, for: "alice", client, app)
            #expect(missing.errorCode == "customer-token-missing")
            #expect(try await client.delete("/v1/customers/alice/tokens", headers: own).status == 200)
            let stolen = try await Self.upload(receipt, for: "alice", client, app, showing: token)
            #expect(stolen.status == 403)
            #expect(stolen.errorCode == "customer-token-invalid")
            #expect(stolen.entitlements.isEmpty)
            // The token is no part of what makes it the same request.
            let again = try await Self.upload(receipt, for: "alice", client, app, showing: try await issue())
            #expect(again.status == 200)
            #expect(again.json == first.json)
            #expect(world.store.requests.count == asked)
        }
    }

    @Test("What it is stored under names nobody, and it counts as carried out when the person is forgotten")
    func erased() async throws {
        let world = try Self.world()
        try await world.test { client, server async throws in
            let keys = try #require(server.firstKeys)
            let app = KeyAccessTests.bearer(keys.public.text)
            let receipt = try SampleReceipt.signed()
            _ = try await Self.upload(receipt, for: "alice", client, app, named: "of-alice")
            let erased = try await client.delete(
                "/v1/customers/alice",
                headers: KeyAccessTests.bearer(keys.secret.text)
            )
            #expect(erased.status == 200)
            let named = "key_id || idempotency_key || coalesce(customer, '') || coalesce(other_customer, '')"
            #expect(try world.number("SELECT count(*) FROM repeated_answer") == 1)
            #expect(try world.number("SELECT count(*) FROM repeated_answer WHERE \(named) LIKE '%alice%'") == 0)
            let again = try await Self.upload(receipt, for: "alice", client, app, named: "of-alice")
            #expect(again.status == 200)
            #expect(again.json.isEmpty)
        }
    }

    // MARK: How many are kept

    private static func request(_ key: String, of customer: CustomerID) -> RepeatableRequest {
        RepeatableRequest(callerID: "app", key: key, digest: Data([1]), customer: customer, isOfApp: true)
    }

    /// So many answers of a customer, one each millisecond until a moment.
    private static func fill(_ storage: PurchaseDatabase, _ count: Int, of customer: String, until date: Date)
        async throws
    {
        try await storage.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                    INSERT INTO repeated_answer (key_id, idempotency_key, request, begun_ms, customer)
                        SELECT 'app', '\(customer)-' || i, ?, \(date.millisecondsSince1970 - Int64(count)) + i,
                            '\(customer)' FROM n
                    """,
                arguments: [Data([1])]
            )
        }
    }

    private static func count(_ storage: PurchaseDatabase, _ condition: String = "TRUE") async throws -> Int? {
        try await storage.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM repeated_answer WHERE \(condition)")
        }
    }

    @Test("Who fills all the room that an app has shuts nobody out: the oldest go", arguments: StorageKind.allCases)
    func total(kind: StorageKind) async throws {
        try await kind.test { opened, _ in
            let storage = try #require(opened as? PurchaseDatabase)
            let (all, now) = (PurchaseDatabase.maximumAnswers, Purchases.start)
            try await Self.fill(storage, all, of: "mallory", until: now)
            #expect(try await storage.begin(Self.request("a", of: "alice"), at: now) == .new)
            #expect(try await storage.begin(Self.request("b", of: "bob"), at: now) == .new)
            let left = try #require(try await Self.count(storage))
            #expect(left <= all)
            #expect(left > all * 9 / 10)
            #expect(try await Self.count(storage, "idempotency_key = 'mallory-1'") == 0)
            #expect(try await Self.count(storage, "idempotency_key = 'mallory-\(all)'") == 1)
            #expect(try await Self.count(storage, "customer IN ('alice', 'bob')") == 2)
        }
    }

    @Test("A customer's own oldest go, and nobody else's", arguments: StorageKind.allCases)
    func own(kind: StorageKind) async throws {
        try await kind.test { opened, _ in
            let storage = try #require(opened as? PurchaseDatabase)
            let (most, now) = (PurchaseDatabase.maximumAnswersOfCustomer, Purchases.start)
            try await Self.fill(storage, 3, of: "bob", until: now - 60)
            try await Self.fill(storage, most, of: "alice", until: now)
            #expect(try await storage.begin(Self.request("a", of: "alice"), at: now) == .new)
            #expect(try await storage.begin(Self.request("a", of: "alice"), at: now) == .underWay)
            let left = try #require(try await Self.count(storage, "customer = 'alice'"))
            #expect(left <= most)
            #expect(left > most * 9 / 10)
            #expect(try await Self.count(storage, "idempotency_key = 'alice-1'") == 0)
            #expect(try await Self.count(storage, "idempotency_key = 'alice-\(most)'") == 1)
            #expect(try await Self.count(storage, "customer = 'bob'") == 3)
        }
    }

    @Test("How many a customer has is found without reading those of all others")
    func plan() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        let plan = try await storage.read { database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT count(*) FROM repeated_answer WHERE customer = 'a' AND key_id || '' = 'b'
                    """
            ).map { try $0.decode(String.self, atIndex: 3) }
        }
        #expect(plan.contains { $0.contains("repeated_answer_customer") }, "\(plan)")
    }
}
