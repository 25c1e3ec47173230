import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Customers over HTTP")
struct CustomerRouteTests {
    private static let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private static func world() throws -> World {
        var world = try World()
        world.configuration.makeToken = { token }
        world.store.set(world.answer())
        return world
    }

    @Test("Bought without an account, then logged in: the account has it, under every name")
    func login() async throws {
        try await Self.world().test { client, _ in
            let made = try await client.post("/v1/customers", "")
            #expect(made.status == 201)
            let name = try #require(made.json[string: "customer"])
            #expect(name == "anonymous:01020304-0506-0708-090a-0b0c0d0e0f10")
            #expect(made.json[string: "appAccountToken"] == Self.token.uuidString.lowercased())
            let bought = try await client.upload(try SampleReceipt.signed(), for: name)
            #expect(bought.json[boolean: "isAnonymous"] == true)
            let login = try await client.post("/v1/customers/\(name)/login", #"{"customer":"alice"}"#)
            #expect(login.status == 200)
            #expect(login.json[boolean: "merged"] == true)
            for path in ["alice", name, Self.token.uuidString] {
                let answer = try await client.get("/v1/customers/\(path)")
                #expect(answer.json[string: "customer"] == "alice")
                #expect(answer.json[boolean: "isAnonymous"] == false)
                #expect(answer.entitlements == bought.entitlements)
                let aliases = answer.json[array: "aliases"]?.compactMap(\.string)
                #expect(aliases == [Self.token.uuidString.lowercased(), name])
            }
            let other = try await client.post("/v1/customers/\(name)/login", #"{"customer":"bob"}"#)
            #expect(other.status == 200)
            #expect(other.json[boolean: "merged"] == false)
            #expect(other.json[string: "customer"] == "bob")
            #expect(other.entitlements.isEmpty)
        }
    }

    @Test("Aliases are added by hand; another account is none")
    func aliases() async throws {
        try await Self.world().test { client, _ in
            let added = try await client.post("/v1/customers/alice/aliases", #"{"alias":"a@example.com"}"#)
            #expect(added.json[array: "aliases"] == ["a@example.com"])
            _ = try await client.upload(try SampleReceipt.signed(), for: "a%40example.com")
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
            _ = try await client.post("/v1/customers/bob/aliases", #"{"alias":"b@example.com"}"#)
            let refused = try await client.post("/v1/customers/bob/aliases", #"{"alias":"alice"}"#)
            #expect(refused.status == 409)
            #expect(refused.errorCode == "customer-exists")
        }
    }

    @Test("The list goes on where its part before ended")
    func search() async throws {
        try await Self.world().test { client, _ in
            for name in ["carol", "alice", "bob", "alfred"] {
                _ = try await client.post("/v1/customers/\(name)/aliases", #"{"alias":"\#(name)-2"}"#)
            }
            var names: [String] = []
            var path: String? = "/v1/customers?limit=3"
            while let asked = path {
                let answer = try await client.get(asked)
                names += answer.json[array: "customers"]?.compactMap { $0.object?[string: "customer"] } ?? []
                path = answer.json[string: "cursor"].map { "/v1/customers?limit=3&cursor=\($0)" }
            }
            #expect(names == ["alfred", "alice", "bob", "carol"])
            let found = try await client.get("/v1/customers?query=al")
            #expect(found.json[array: "customers"]?.count == 2)
            #expect(found.json[string: "cursor"] == nil)
            _ = try await client.upload(try SampleReceipt.signed(), for: "bob")
            let owner = try await client.get("/v1/customers?originalTransactionId=2000")
            let ofOwner = owner.json[array: "customers"]?.compactMap(\.object) ?? []
            #expect(ofOwner.compactMap { $0[string: "customer"] } == ["bob"])
        }
    }

    @Test(
        "What cannot be asked is answered 400 with a stable code, and changes nothing",
        arguments: [
            ("GET", "/v1/customers?limit=0", "", "invalid-value"),
            ("GET", "/v1/customers?limit=x", "", "invalid-value"),
            ("GET", "/v1/customers?limit=201", "", "invalid-value"),
            ("GET", "/v1/customers?cursor=%21", "", "invalid-value"),
            ("GET", "/v1/customers/a/audit?cursor=YQ", "", "invalid-value"),
            ("GET", "/v1/customers/%00/audit", "", "invalid-customer"),
            ("POST", "/v1/customers/a/login", "", "invalid-body"),
            ("POST", "/v1/customers/a/login", "[]", "invalid-body"),
            ("POST", "/v1/customers/a/login", #"{"customer":7}"#, "invalid-body"),
            ("POST", "/v1/customers/a/login", #"{"customer":""}"#, "invalid-body"),
            ("POST", "/v1/customers/anonymous:1/login", #"{"customer":"anonymous:2"}"#, "invalid-body"),
            ("POST", "/v1/customers/a/aliases", #"{"alias":null}"#, "invalid-body"),
            ("POST", "/v1/transfers", #"{"from":"a"}"#, "invalid-body"),
            ("POST", "/v1/transfers", #"{"from":"a","to":"b","originalTransactionIds":[1]}"#, "invalid-body"),
            ("PUT", "/v1/customers/a/grants/g", "{}", "invalid-body"),
            ("PUT", "/v1/customers/a/grants/g", #"{"level":"pro","endDate":"soon"}"#, "invalid-body"),
            ("PUT", "/v1/customers/a/grants/g", #"{"level":"pro","endDate":1}"#, "invalid-body"),
            ("PUT", "/v1/customers/a/grants/g", #"{"level":"pro","startDate":1e300}"#, "invalid-body"),
            ("PUT", "/v1/customers/a/grants/%0A", #"{"level":"pro"}"#, "invalid-identifier"),
            ("PUT", "/v1/customers/a/entries/e", #"{"currency":"coins","amount":0}"#, "invalid-body"),
            ("PUT", "/v1/customers/a/entries/e", #"{"currency":"coins","amount":1.5}"#, "invalid-body"),
            ("PUT", "/v1/customers/a/entries/e", #"{"currency":"coins","amount":"5"}"#, "invalid-body"),
            ("PUT", "/v1/customers/a/entries/e", #"{"currency":"","amount":5}"#, "invalid-body"),
            ("PUT", "/v1/customers/a/entries/e", #"{"currency":"c","amount":99999999999999999999}"#, "invalid-body"),
            ("PUT", "/v1/offerings/o", #"{"productIds":{}}"#, "invalid-body"),
            ("PUT", "/v1/offerings/o", #"{"metadata":[]}"#, "invalid-body"),
            ("PUT", "/v1/offerings/o", #"{"isCurrent":"yes"}"#, "invalid-body"),
        ]
    )
    func mistakes(method: String, path: String, body: String, code: String) async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let answer =
                switch method {
                case "GET": try await client.get(path)
                case "POST": try await client.post(path, body)
                default: try await client.put(path, body)
                }
            #expect(answer.status == 400)
            #expect(answer.errorCode == code)
        }
        for table in ["customer_name", "level_grant", "ledger_entry", "offering", "audit"] {
            #expect(try world.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
    }

    @Test("Export is everything about a person; after the erasure there is nothing")
    func exportAndErase() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            _ = try await client.put("/v1/customers/alice/grants/gift", #"{"level":"pro","reason":"sorry"}"#)
            _ = try await client.put("/v1/customers/alice/entries/e", #"{"currency":"coins","amount":5}"#)
            _ = try await client.post("/v1/customers/alice/aliases", #"{"alias":"al"}"#)
            let export = try await client.get("/v1/customers/al/export")
            #expect(export.status == 200)
            #expect(export.json[string: "customer"] == "alice")
            #expect(export.json[array: "transactions"]?.count == 2)
            let counts = ["grants", "entries", "uploads", "audit", "aliases", "entitlements"].map {
                export.json[array: $0]?.count
            }
            #expect(counts == [1, 1, 1, 1, 1, 2])
            let erased = try await client.delete("/v1/customers/alice")
            #expect(erased.status == 200)
            #expect(erased.json[integer: "erasedDate"] == world.now.millisecondsSince1970)
            let again = try await client.delete("/v1/customers/alice")
            for answer in [again, try await client.get("/v1/customers/al/export")] {
                #expect(answer.status == 404)
                #expect(answer.errorCode == "unknown-customer")
            }
            let after = try await client.get("/v1/customers/alice")
            #expect(after.entitlements.isEmpty)
            #expect(after.json[array: "levels"] == [])
            #expect(after.json[array: "balances"] == [])
            #expect(try world.number("SELECT count(*) FROM fact") == 2)
        }
    }

    @Test("A subscriber is sent to the App Store's pages; who owes a payment to that for billing, too")
    func management() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            #expect(try await client.get("/v1/customers/alice").json[string: "managementUrl"] == nil)
            let active = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(active.json[string: "managementUrl"] == "https://apps.apple.com/account/subscriptions")
            #expect(active.json[string: "billingUrl"] == nil)
            world.advance(days: 31)
            var answer = world.answer()
            var renewal = VerifyReceiptRenewalInfo(json: ["original_transaction_id": "2000"])
            renewal.json[string: "auto_renew_status"] = "1"
            renewal.json[string: "is_in_billing_retry_period"] = "1"
            renewal.json[string: "expiration_intent"] = "2"
            answer.pendingRenewalInfo = [renewal]
            world.store.set(answer)
            let retry = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(retry.entitlement("monthly")?[string: "state"] == "billingRetry")
            #expect(retry.json[string: "billingUrl"] == "https://apps.apple.com/account/billing")
            world.advance(days: 90)
            #expect(try await client.get("/v1/customers/alice").json[string: "managementUrl"] == nil)
        }
    }

    @Test(
        "All of it demands the key",
        arguments: ["customers", "offerings", "customers/a/export", "customers/a/audit"]
    )
    func key(path: String) async throws {
        var world = try Self.world()
        world.configuration.apiKey = APIKey("open sesame")
        try await world.test { (client, _) async throws in
            #expect(try await client.get("/v1/\(path)").status == 401)
            #expect(try await client.delete("/v1/customers/a").status == 401)
            #expect(try await client.post("/v1/transfers", "{}").status == 401)
        }
    }
}
