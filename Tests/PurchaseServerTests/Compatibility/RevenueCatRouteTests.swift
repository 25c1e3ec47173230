import AppStoreModels
import Entitlements
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("RevenueCat's interface", .timeLimit(.minutes(15)))
struct RevenueCatRouteTests {
    @Test("It is not there unless switched on")
    func off() async throws {
        try await RevenueCatCaller.with({ $0.answersRevenueCat = false }) { caller in
            let answer = try await caller.get("/subscribers/flora", as: caller.app)
            #expect(answer.status == 404)
            #expect(answer.errorCode == "not-found")
        }
    }

    @Test("A subscriber is made by asking: 201 the first time, 200 afterwards; a visit is noted")
    func getOrCreate() async throws {
        try await RevenueCatCaller.with { caller in
            let start = caller.world.now
            #expect(try await caller.get("/subscribers/flora", as: caller.app, RevenueCatCaller.onPhone).status == 201)
            caller.world.advance(days: 1)
            let again = try await caller.get("/subscribers/flora", as: caller.app, RevenueCatCaller.onPhone)
            #expect(again.status == 200)
            #expect(again.subscriber["first_seen"] == .string(RFC3339.string(from: start)))
            #expect(again.subscriber["last_seen"] == .string(RFC3339.string(from: caller.world.now)))
            caller.world.advance(days: 1)
            // A server that asks is no visit.
            let asked = try await caller.get("/subscribers/flora", as: caller.backend)
            #expect(asked.subscriber["last_seen"] == again.subscriber["last_seen"])
            #expect(
                asked.headers[.documented("X-RevenueCat-Request-Time")] == "\(caller.world.now.millisecondsSince1970)"
            )
        }
    }

    @Test("A key is taken with and without Bearer; a wrong one is 7225, none 7224")
    func keys() async throws {
        try await RevenueCatCaller.with { caller in
            let bare = try await caller.client.get(
                RevenueCatCaller.path + "/subscribers/flora",
                headers: [.authorization: caller.app]
            )
            #expect(bare.status == 201)
            let wrong = try await caller.get("/subscribers/flora", as: "appl_wrong")
            #expect((wrong.status, wrong.code) == (401, 7225))
            let none = try await caller.get("/subscribers/flora", as: nil)
            #expect((none.status, none.code) == (401, 7224))
            #expect(none.headers[.documented("Is-Retryable")] == "false")
            #expect(try await caller.get("/health", as: nil).status == 200)
        }
    }

    @Test("Where apps are to show customers' tokens, only servers get through: a name alone opens nothing")
    func tokens() async throws {
        try await RevenueCatCaller.with({ $0.apps[0].customerTokens = .required }) { caller in
            for path in ["/subscribers/flora", "/product_entitlement_mapping"] {
                let app = try await caller.get(path, as: caller.app)
                #expect((app.status, app.code) == (403, 7225))
            }
            #expect(try await caller.get("/subscribers/flora", as: caller.backend).status == 201)
        }
    }

    @Test(
        "What needs a secret key is refused to an app",
        arguments: [
            "/subscribers/flora/entitlements/pro/promotional",
            "/subscribers/flora/entitlements/pro/revoke_promotionals",
            "/subscribers/flora/offerings/spring/override", "/subscribers/flora/subscriptions/2001/extend",
        ]
    )
    func secret(path: String) async throws {
        try await RevenueCatCaller.with { caller in
            let answer = try await caller.post(path, ["duration": "daily"], as: caller.app)
            #expect((answer.status, answer.code) == (403, 7225))
        }
    }

    @Test("To take away what was never there needs no row, however often it is done")
    func removalsWithoutRoom() async throws {
        let storage = try PurchaseDatabase(file: World().configuration.databaseFile)
        let date = TestAuthority.signingDate
        for round in 0..<3 {
            let removals = (0..<CustomerAttribute.maximumCount).map { number in
                ("\(round)-\(number)", CustomerAttribute(value: nil, updatedDate: date))
            }
            #expect(try await storage.save(Dictionary(uniqueKeysWithValues: removals), of: "flora", at: date) == [])
        }
        let count = try await storage.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM customer_attribute")
        }
        #expect(count == CustomerAttribute.maximumCount)
        let another = ["plan": CustomerAttribute(value: "gold", updatedDate: date)]
        #expect(try await storage.save(another, of: "flora", at: date) == ["plan"])
    }

    @Test("Attributes: what was said later counts, an empty text takes away, bad ones are named")
    func attributes() async throws {
        try await RevenueCatCaller.with { caller in
            func say(_ attributes: JSONValue) async throws -> Answer {
                try await caller.post("/subscribers/flora/attributes", ["attributes": attributes], as: caller.app)
            }
            func known() async throws -> JSONValue? {
                try await caller.get("/subscribers/flora", as: caller.backend).subscriber["subscriber_attributes"]
            }
            #expect(try await say(["plan": ["value": "a", "updated_at_ms": 2_000]]).status == 200)
            #expect(try await say(["plan": ["value": "b", "updated_at_ms": 1_000]]).status == 200)
            #expect(try await known() == ["plan": ["value": "a", "updated_at_ms": 2_000]])
            #expect(try await say(["plan": ["value": "", "updated_at_ms": 3_000]]).status == 200)
            #expect(try await say(["plan": ["value": "c", "updated_at_ms": 2_500]]).status == 200)
            #expect(try await known() == [:], "taken away later than it was said")
            let bad = try await say([
                "$email": ["value": "nobody", "updated_at_ms": 1], "good": ["value": "x", "updated_at_ms": 4_000],
                "odd": "text",
            ])
            #expect((bad.status, bad.code) == (400, 7263))
            let named = bad.json[array: "attribute_errors"]?.compactMap { $0.object?[string: "key_name"] }
            #expect(Set(named ?? []) == ["$email", "odd"])
            #expect(try await known() == ["good": ["value": "x", "updated_at_ms": 4_000]])
            let early = Int64(caller.world.now.millisecondsSince1970)
            #expect(
                try await say(["good": ["value": "y", "updated_at_ms": .number(JSONNumber(early * 2))]]).status == 200
            )
            #expect(
                try await known() == ["good": ["value": "y", "updated_at_ms": .number(JSONNumber(early))]],
                "nothing is said in the future"
            )
        }
    }

    @Test("Logging in gives the account what was bought without one; the first name stays the original one")
    func logIn() async throws {
        try await RevenueCatCaller.with { caller in
            let anonymous = "$RCAnonymousID:0123456789abcdef"
            try await caller.buy(as: anonymous, ["attributes": ["plan": ["value": "a", "updated_at_ms": 1]]])
            caller.world.advance(days: 1)
            let body: JSONValue = ["app_user_id": .string(anonymous), "new_app_user_id": "flora"]
            let first = try await caller.post("/subscribers/identify", body, as: caller.app)
            #expect(first.status == 201)
            #expect(first.activeEntitlements == ["life", "pro"])
            #expect(first.subscriber["original_app_user_id"] == .string(anonymous))
            #expect(try await caller.post("/subscribers/identify", body, as: caller.app).status == 200)
            let asked = try await caller.get("/subscribers/flora", as: caller.backend)
            #expect(asked.subscriber[object: "subscriber_attributes"]?["plan"] == ["value": "a", "updated_at_ms": 1])
            let back = try await caller.post(
                "/subscribers/identify",
                ["app_user_id": "flora", "new_app_user_id": .string(anonymous)],
                as: caller.app
            )
            #expect((back.status, back.code) == (400, 7256))
            let empty = try await caller.post("/subscribers/identify", ["app_user_id": ""], as: caller.app)
            #expect((empty.status, empty.code) == (400, 7220))
        }
    }

    @Test("Offerings with packages; one customer may see another one than all others")
    func offerings() async throws {
        try await RevenueCatCaller.with { caller in
            func put(_ name: String, _ body: JSONValue) async throws {
                let headers = caller.headers(caller.backend)
                let answer = try await caller.client.put("/v1/offerings/\(name)", body.serialized(), headers: headers)
                #expect(answer.status == 200)
            }
            try await put("standard", ["productIds": ["com.example.app.monthly"], "isCurrent": true])
            try await put(
                "spring",
                [
                    "productIds": ["com.example.app.monthly", "com.example.app.pro"],
                    "metadata": [
                        "description": "In spring", "colour": "green",
                        "packages": ["$rc_monthly": "com.example.app.monthly"],
                    ],
                ]
            )
            let all = try await caller.get("/subscribers/flora/offerings", as: caller.app)
            #expect(
                all.json == [
                    "current_offering_id": "standard",
                    "offerings": [
                        [
                            "description": "In spring", "identifier": "spring", "metadata": ["colour": "green"],
                            "packages": [
                                [
                                    "identifier": "$rc_monthly",
                                    "platform_product_identifier": "com.example.app.monthly",
                                ],
                                [
                                    "identifier": "com.example.app.pro",
                                    "platform_product_identifier": "com.example.app.pro",
                                ],
                            ],
                        ],
                        [
                            "description": "", "identifier": "standard", "metadata": .null,
                            "packages": [
                                [
                                    "identifier": "com.example.app.monthly",
                                    "platform_product_identifier": "com.example.app.monthly",
                                ]
                            ],
                        ],
                    ],
                ]
            )
            let override = "/subscribers/flora/offerings/spring/override"
            #expect(try await caller.post(override, [:], as: caller.backend).status == 200)
            let own = try await caller.get("/subscribers/flora/offerings", as: caller.app)
            #expect(own.json["current_offering_id"] == "spring")
            let other = try await caller.get("/subscribers/rose/offerings", as: caller.app)
            #expect(other.json["current_offering_id"] == "standard")
            let unknown = "/subscribers/flora/offerings/winter/override"
            #expect(try await caller.post(unknown, [:], as: caller.backend).status == 404)
            #expect(try await caller.delete("/subscribers/flora/offerings/override", as: caller.backend).status == 200)
            let back = try await caller.get("/subscribers/flora/offerings", as: caller.app)
            #expect(back.json["current_offering_id"] == "standard")
        }
    }

    @Test("An entity tag spares the answer, by either header, until something changes")
    func tags() async throws {
        try await RevenueCatCaller.with { caller in
            try await caller.buy()
            let first = try await caller.get("/subscribers/flora", as: caller.app, RevenueCatCaller.onPhone)
            let tag = try #require(first.headers[.documented("X-RevenueCat-ETag")])
            #expect(tag.wholeMatch(of: /[0-9a-f]{32}/) != nil)
            caller.world.advance(days: 1)
            var asking = RevenueCatCaller.onPhone
            asking[.documented("X-RevenueCat-ETag")] = tag
            let second = try await caller.get("/subscribers/flora", as: caller.app, asking)
            #expect(second.status == 304)
            #expect(second.headers[.documented("X-RevenueCat-ETag")] == tag)
            #expect(
                second.headers[.documented("X-RevenueCat-Request-Time")] == "\(caller.world.now.millisecondsSince1970)"
            )
            let known = try #require(first.headers[.eTag])
            #expect(try await caller.get("/subscribers/flora", as: caller.app, [.ifNoneMatch: known]).status == 304)
            let grant = "/subscribers/flora/entitlements/gold/promotional"
            _ = try await caller.post(grant, ["duration": "weekly"], as: caller.backend)
            #expect(try await caller.get("/subscribers/flora", as: caller.app, asking).status == 200)
        }
    }

    @Test("Balances are virtual currencies, and levels the mapping for apps that are offline")
    func currencies() async throws {
        let rules = try LedgerRules(products: [.init("com.example.app.pro", gives: ["COINS": 40])])
        try await RevenueCatCaller.with({ $0.customers.ledger = rules }) { caller in
            try await caller.buy()
            let answer = try await caller.get("/subscribers/flora/virtual_currencies", as: caller.app)
            #expect(
                answer.json == [
                    "virtual_currencies": [
                        "COINS": ["balance": 40, "code": "COINS", "description": .null, "name": "COINS"]
                    ]
                ]
            )
            let mapping = try await caller.get("/product_entitlement_mapping", as: caller.app)
            #expect(
                mapping.json[object: "product_entitlement_mapping"]?["com.example.app.pro"] == [
                    "product_identifier": "com.example.app.pro", "entitlements": ["life"],
                ]
            )
        }
    }

    @Test("A customer is erased by the developer only")
    func erase() async throws {
        try await RevenueCatCaller.with { caller in
            try await caller.buy(as: "flora", ["attributes": ["plan": ["value": "a"]]])
            let app = try await caller.delete("/subscribers/flora", as: caller.app)
            #expect((app.status, app.code) == (403, 7225))
            #expect(try await caller.delete("/subscribers/flora", as: caller.backend).status == 200)
            let again = try await caller.delete("/subscribers/flora", as: caller.backend)
            #expect((again.status, again.code) == (404, 7259))
            let tables = ["customer_attribute", "customer_visit", "customer_offering"]
            for table in tables { #expect(try caller.world.number("SELECT count(*) FROM \(table)") == 0) }
            #expect(try await caller.get("/subscribers/flora", as: caller.app).status == 201, "a stranger again")
        }
    }

    @Test("A purchase that stays with somebody else is 7102, and one that is not in the receipt 7712")
    func refusals() async throws {
        try await RevenueCatCaller.with({ $0.customers.ownership.standard = .refuse }) { caller in
            try await caller.buy(as: "flora")
            let other = try await caller.buy(as: "rose")
            #expect((other.status, other.code) == (409, 7102))
            let missing = try await caller.buy(as: "flora", ["product_id": "com.example.app.weed"])
            #expect((missing.status, missing.code) == (400, 7712))
        }
    }

    @Test("Attributes that are no object refuse a purchase before anything is asked or kept", arguments: [true, false])
    func malformedAttributes(isSigned: Bool) async throws {
        try await RevenueCatCaller.with { caller in
            let token =
                isSigned
                ? try SignedSample.transaction(signed: caller.world.now)
                : try SampleReceipt.signed().base64EncodedString()
            let body: JSONValue = ["app_user_id": "flora", "attributes": [1], "fetch_token": .string(token)]
            let answer = try await caller.post("/receipts", body, as: caller.app, RevenueCatCaller.onPhone)
            #expect((answer.status, answer.code) == (400, 7226))
            #expect(caller.world.store.requests.isEmpty)
            for table in ["upload", "fact", "customer_chain", "customer_visit"] {
                #expect(try caller.world.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
            }
        }
    }

    @Test("While the App Store has no answer an app is told to come back, and the receipt is kept")
    func pending() async throws {
        try await RevenueCatCaller.with { caller in
            caller.world.store.set(.down)
            let answer = try await caller.buy()
            #expect((answer.status, answer.code) == (503, 7101))
            #expect(answer.headers[.documented("Is-Retryable")] == "true")
            caller.world.store.set(.up)
            caller.world.advance(days: 0.1)
            #expect(try await caller.server.pollDue().verifiedUploads == 1)
            #expect(try await caller.get("/subscribers/flora", as: caller.app).activeEntitlements == ["life", "pro"])
        }
    }

    @Test(
        "Bad input is refused in that interface's own shape, never with 500",
        arguments: [
            ("POST", "/receipts", "", 7000), ("POST", "/receipts", "{", 7226), ("POST", "/receipts", "[]", 7226),
            ("POST", "/receipts", "{}", 7220),
            ("POST", "/receipts", #"{"app_user_id":"a"}"#, 7103),
            ("POST", "/receipts", #"{"app_user_id":"a","fetch_token":"%%"}"#, 7103),
            ("POST", "/receipts", #"{"app_user_id":"a","fetch_token":"a.b.c"}"#, 7103),
            ("POST", "/receipts", #"{"app_user_id":"a","fetch_token":7}"#, 7226),
            ("POST", "/receipts", #"{"app_user_id":"\u0001","fetch_token":"AAAA"}"#, 7256),
            ("POST", "/subscribers/a/attributes", "{}", 7226),
            ("POST", "/subscribers/a/attributes", #"{"attributes":[]}"#, 7226),
            ("POST", "/subscribers/a/entitlements/pro/promotional", "{}", 7226),
            ("POST", "/subscribers/a/entitlements/pro/promotional", #"{"duration":"for ever"}"#, 7226),
            ("POST", "/subscribers/a/entitlements/pro/promotional", #"{"end_time_ms":1000}"#, 7226),
            ("POST", "/subscribers/a/entitlements/pro/promotional", #"{"end_time_ms":"soon"}"#, 7226),
            ("POST", "/subscribers/a/subscriptions/1/extend", #"{"extend_by_days":0}"#, 7226),
            ("POST", "/subscribers/a/subscriptions/1/extend", #"{"extend_by_days":3}"#, 7259),
            ("GET", "/subscribers/%FF", "", 7256), ("GET", "/subscribers/a/nothing", "", 7226),
            ("POST", "/subscribers/a/attribution", "{}", 7226), ("POST", "/offers", "{}", 7226),
            ("PUT", "/subscribers/a", "{}", 7226), ("GET", "/nothing/at/all", "", 7226),
        ] as [(String, String, String, Int64)]
    )
    func badInput(method: String, path: String, body: String, code: Int64) async throws {
        try await RevenueCatCaller.with { caller in
            let headers = caller.headers(
                caller.backend,
                path == "/receipts" && body.isEmpty ? [:] : RevenueCatCaller.onPhone
            )
            let place = RevenueCatCaller.path + path
            let answer =
                switch method {
                case "GET": try await caller.client.get(place, headers: headers)
                case "PUT": try await caller.client.put(place, body, headers: headers)
                default: try await caller.client.post(place, body, headers: headers)
                }
            #expect(answer.code == code, "\(answer.json)")
            #expect((400..<500).contains(answer.status))
            #expect(Set(answer.json.keys) == ["code", "message"])
        }
    }
}
