import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Grants, currencies and offerings over HTTP")
struct GrantAndLedgerRouteTests {
    private static func world() throws -> World {
        var world = try World()
        world.configuration.customers.levels = try LevelCatalogue([
            .init("pro", productIDs: ["com.example.app.monthly", "com.example.app.pro"]),
            .init("gold", productIDs: ["com.example.app.yearly"]),
        ])
        world.configuration.customers.ledger = try LedgerRules(
            products: [.init("com.example.app.pro", gives: ["coins": 100])]
        )
        world.configuration.customers.sandbox = .everybody
        world.store.set(world.answer())
        return world
    }

    private static func levels(_ answer: Answer) -> [String] {
        answer.json[array: "levels"]?.compactMap { $0.object?[string: "level"] } ?? []
    }

    @Test("A level is bought or granted, and ends with what gives it for longest")
    func levels() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let bought = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(Self.levels(bought) == ["pro"])
            let pro = bought.json[array: "levels"]?.first?.object
            // What was bought once and for all lasts longer than the subscription.
            #expect(pro?[string: "productId"] == "com.example.app.pro")
            #expect(pro?[integer: "expiresDate"] == nil)
            let end = (world.now + 86_400).millisecondsSince1970
            let body = #"{"level":"gold","endDate":\#(end),"reason":"prize"}"#
            for _ in 0..<2 {
                let grant = try await client.put("/v1/customers/alice/grants/prize", body)
                #expect(grant.status == 200)
                #expect(grant.json[integer: "startDate"] == world.now.millisecondsSince1970)
                #expect(grant.json[string: "actor"] == "api")
            }
            #expect(Self.levels(try await client.get("/v1/customers/alice")) == ["gold", "pro"])
            let other = try await client.put("/v1/customers/alice/grants/prize", #"{"level":"pro"}"#)
            #expect(other.status == 409)
            #expect(other.errorCode == "grant-exists")
            world.advance(days: 1)
            #expect(Self.levels(try await client.get("/v1/customers/alice")) == ["pro"])
            #expect(try await client.get("/v1/customers/alice/grants").json[array: "grants"]?.count == 1)
        }
    }

    @Test("A grant is taken back, for ever")
    func revoke() async throws {
        try await Self.world().test { client, _ in
            _ = try await client.put("/v1/customers/bob/grants/g", #"{"level":"pro"}"#)
            #expect(Self.levels(try await client.get("/v1/customers/bob")) == ["pro"])
            let revoked = try await client.delete("/v1/customers/bob/grants/g")
            #expect(revoked.status == 200)
            #expect(revoked.json[integer: "revokedDate"] != nil)
            #expect(Self.levels(try await client.get("/v1/customers/bob")) == [])
            _ = try await client.put("/v1/customers/bob/grants/g", #"{"level":"pro"}"#)
            #expect(Self.levels(try await client.get("/v1/customers/bob")) == [])
            let unknown = try await client.delete("/v1/customers/bob/grants/other")
            #expect(unknown.status == 404)
            #expect(unknown.errorCode == "unknown-grant")
        }
    }

    @Test("What was bought is spent once, refunded as the policy says, and never below nothing")
    func spend() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let body = #"{"currency":"coins","amount":-80,"reason":"hint"}"#
            for _ in 0..<2 {
                let spent = try await client.put("/v1/customers/alice/entries/hint-7", body)
                #expect(spent.status == 200)
                #expect(spent.json[array: "balances"]?.first?.object?[integer: "amount"] == 20)
                #expect(spent.json[object: "entry"]?[integer: "amount"] == -80)
            }
            let low = try await client.put("/v1/customers/alice/entries/hint-8", body)
            #expect(low.status == 409)
            #expect(low.errorCode == "balance-too-low")
            let other = try await client.put("/v1/customers/alice/entries/hint-7", #"{"currency":"coins","amount":-1}"#)
            #expect(other.errorCode == "entry-exists")
            world.advance(days: 1)
            let refund = try NotificationSample.body(.refund, at: world.now) {
                $0.transactionID = "1000"
                $0.originalTransactionID = "1000"
                $0.productID = "com.example.app.pro"
                $0.type = .consumable
                $0.expiresDate = nil
                $0.revocationDate = world.now
            }
            #expect(try await client.post("/apple/notifications", refund).status == 200)
            let balances = try await client.get("/v1/customers/alice/balances").json[array: "balances"]
            #expect(balances?.first?.object?[integer: "amount"] == 0)
            #expect(try await client.get("/v1/customers/alice/entries").json[array: "entries"]?.count == 1)
        }
    }

    @Test("Offerings keep their order and the developer's JSON; who knows the revision is spared the answer")
    func offerings() async throws {
        try await Self.world().test { client, _ in
            let body = #"{"productIds":["b","a"],"metadata":{"title":"Spring","weights":[3,1]},"isCurrent":true}"#
            let put = try await client.put("/v1/offerings/spring", body)
            #expect(put.status == 200)
            #expect(put.headers[.eTag] == "\"1\"")
            let list = try await client.get("/v1/offerings")
            #expect(list.json[integer: "revision"] == 1)
            let spring = try #require(list.json[array: "offerings"]?.first?.object)
            #expect(spring[array: "productIds"] == ["b", "a"])
            #expect(spring[object: "metadata"]?[array: "weights"] == [3, 1])
            #expect(try await client.get("/v1/offerings/spring").json == spring)
            let known = try await client.get("/v1/offerings", headers: [.ifNoneMatch: "\"0\", \"1\""])
            #expect(known.status == 304)
            #expect(known.headers[.eTag] == "\"1\"")
            let stale = try await client.put("/v1/offerings/spring", "{}", headers: [.ifMatch: "\"0\""])
            #expect(stale.status == 412)
            #expect(stale.errorCode == "revision-mismatch")
            #expect(try await client.put("/v1/offerings/spring", "{}", headers: [.ifMatch: "x"]).status == 400)
            #expect(try await client.delete("/v1/offerings/spring", headers: [.ifMatch: "\"1\""]).status == 200)
            let gone = try await client.get("/v1/offerings/spring")
            #expect(gone.status == 404)
            #expect(gone.errorCode == "unknown-offering")
            #expect(try await client.get("/v1/offerings", headers: [.ifNoneMatch: "\"1\""]).status == 200)
        }
    }

    @Test("What is bought in the sandbox gives no level and no currency unless the app says who may")
    func sandbox() async throws {
        var world = try Self.world()
        world.configuration.customers.sandbox = .only(["tester"])
        try await world.test { client, _ in
            let other = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(other.entitlements.count == 2)
            #expect(Self.levels(other) == [])
            #expect(other.json[array: "balances"] == [])
            let tester = try await client.upload(try SampleReceipt.signed(), for: "tester")
            #expect(Self.levels(tester) == ["pro"])
            #expect(tester.json[array: "balances"]?.first?.object?[integer: "amount"] == 100)
        }
    }

    @Test("A currency and a level need names that a request can have")
    func mistake() throws {
        var world = try Self.world()
        try world.configuration.check()
        world.configuration.customers.levels = try LevelCatalogue([.init("a\u{7}")])
        #expect(throws: PurchaseServerError.self) { try world.configuration.check() }
        world = try Self.world()
        world.configuration.customers.ledger = try LedgerRules(products: [.init("x", gives: ["a\u{7}": 1])])
        #expect(throws: PurchaseServerError.self) { try world.configuration.check() }
    }
}
