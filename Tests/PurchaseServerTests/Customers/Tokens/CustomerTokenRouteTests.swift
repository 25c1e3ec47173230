import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Customers' own tokens", .timeLimit(.minutes(15)))
struct CustomerTokenRouteTests {
    private static let anonymous = "anonymous:5f0e7a52-3a50-4d3a-9c0e-2f6f3d1f0b11"
    private static let alice = "/v1/app/customers/alice"

    private static func world(_ rule: CustomerTokenRule = .required) throws -> World {
        var world = try World()
        world.configuration.apps[0].customerTokens = rule
        world.store.set(world.answer())
        return world
    }

    private static func showing(_ token: String?) -> HTTPFields {
        var fields = HTTPFields()
        fields[.documented("Purser-Customer-Token")] = token
        return fields
    }

    private static func issue(_ client: any TestClientProtocol, _ customer: String, _ body: String = "")
        async throws -> String
    {
        let answer = try await client.post("/v1/customers/\(customer)/tokens", body)
        #expect(answer.status == 201)
        return try #require(answer.json[string: "customerToken"])
    }

    @Test("Where the app wants them, an account is read, uploaded for and logged in to with its token only")
    func demanded() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let token = try await Self.issue(client, "alice")
            let bobs = try await Self.issue(client, "bob")
            let receipt = #"{"receiptData":"\#(try SampleReceipt.signed().base64EncodedString())"}"#
            for (shown, code) in [
                (nil, "customer-token-missing"), (bobs, "customer-token-invalid"), ("x", "customer-token-invalid"),
                (String(token.dropLast()) + (token.hasSuffix("a") ? "b" : "a"), "customer-token-invalid"),
            ] as [(String?, String)] {
                let fields = Self.showing(shown)
                for answer in [
                    try await client.get(Self.alice, headers: fields),
                    try await client.post("\(Self.alice)/receipts", receipt, headers: fields),
                    try await client.post("\(Self.alice)/transactions", "{}", headers: fields),
                    try await client.post("\(Self.alice)/login", #"{"customer":"alice"}"#, headers: fields),
                ] {
                    #expect(answer.status == 403)
                    // A login shows the account's token in its body, and here there is none.
                    #expect([code, "customer-token-missing"].contains(answer.errorCode))
                }
            }
            #expect(try world.numbers("SELECT count(*) FROM fact") == [0])
            let fields = Self.showing(token)
            #expect(try await client.post("\(Self.alice)/receipts", receipt, headers: fields).entitlements.count == 2)
            #expect(try await client.get(Self.alice, headers: fields).status == 200)
            // The developer's own servers need none.
            #expect(try await client.get("/v1/customers/alice").status == 200)
        }
    }

    @Test("Without the rule nobody is asked")
    func off() async throws {
        try await Self.world(.off).test { client, _ in
            _ = try await Self.issue(client, "alice")
            #expect(try await client.get(Self.alice).status == 200)
            #expect(try await client.get(Self.alice, headers: Self.showing("x")).status == 200)
            // What was not looked at opens nothing later, when the rule is another one.
            let login = try await client.post(
                "/v1/app/customers/\(Self.anonymous)/login",
                #"{"customer":"alice","customerToken":"x"}"#
            )
            #expect(login.status == 200)
            #expect(login.json["customerToken"] == nil)
        }
    }

    @Test("An app without the rule reads who has no token; who has one needs it, whatever app is named")
    func twoApps() async throws {
        var world = try Self.world()
        world.configuration.apps.append(ServedApp(bundleIDs: ["com.example.open"]))
        try await world.test { client, _ in
            let open = "\(Self.alice)?bundleId=com.example.open"
            #expect(try await client.get(open).status == 200)
            for app in ["com.example.app", "no.such"] {
                let answer = try await client.get("\(Self.alice)?bundleId=\(app)")
                #expect(answer.errorCode == "customer-token-missing")
            }
            _ = try await Self.issue(client, "alice")
            #expect(try await client.get(open).errorCode == "customer-token-missing")
        }
    }

    @Test("Somebody without an account gets a token at first contact, once; it is rotated by showing it")
    func firstContact() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let place = "/v1/app/customers/\(Self.anonymous)"
            #expect(try await client.get(place).errorCode == "customer-token-missing")
            let first = try #require(try await client.post("\(place)/tokens", "").json[string: "customerToken"])
            #expect(try await client.get(place, headers: Self.showing(first)).status == 200)
            let again = try await client.post("\(place)/tokens", "")
            #expect(again.status == 409)
            #expect(again.errorCode == "customer-token-exists")
            let rotated = try await client.post("\(place)/tokens", "", headers: Self.showing(first))
            let second = try #require(rotated.json[string: "customerToken"])
            #expect(second != first)
            // An app that was killed before it kept the new one has the old one for a day.
            #expect(try await client.get(place, headers: Self.showing(first)).status == 200)
            world.advance(days: 1)
            #expect(try await client.get(place, headers: Self.showing(first)).errorCode == "customer-token-invalid")
            #expect(try await client.get(place, headers: Self.showing(second)).status == 200)
            #expect(try await client.post("\(Self.alice)/tokens", "").errorCode == "customer-token-missing")
        }
    }

    /// First contact with a token of the app's own: the status, and the token or why there is none.
    private static func contact(
        _ client: any TestClientProtocol,
        _ place: String,
        _ token: String,
        showing shown: String?
    ) async throws -> String {
        let body = #"{"customerToken":"\#(token)"}"#
        let answer = try await client.post("\(place)/tokens", body, headers: showing(shown))
        return "\(answer.status) \(answer.json[string: "customerToken"] ?? answer.errorCode ?? "")"
    }

    @Test("Who has drawn their token themselves is answered the same as often as they say it, and nobody else is")
    func drawn() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let place = "/v1/app/customers/\(Self.anonymous)"
            func contact(_ token: String, at other: String? = nil, showing shown: String? = nil) async throws -> String
            {
                try await Self.contact(client, other ?? place, token, showing: shown)
            }
            let token = "psr_customer_" + String(repeating: "a2", count: 24)
            for _ in 0..<2 { #expect(try await contact(token) == "201 \(token)") }
            #expect(try await client.get(place, headers: Self.showing(token)).status == 200)
            #expect(try world.numbers("SELECT count(*) FROM customer_token") == [1])
            // Half of it is not it: neither another secret for the same identifier, nor another customer.
            let guess = "psr_customer_" + String(repeating: "a2", count: 23) + "zz"
            #expect(try await contact(guess) == "409 customer-token-exists")
            let other = "/v1/app/customers/anonymous:0d0e7a52-3a50-4d3a-9c0e-2f6f3d1f0b12"
            #expect(try await contact(token, at: other) == "403 customer-token-invalid")
            #expect(try await contact(guess, at: other) == "403 customer-token-invalid")
            #expect(try await contact(token, at: Self.alice) == "403 customer-token-missing")
            // One in its place, which may be said again, too; the same again is not its own successor.
            let next = "psr_customer_" + String(repeating: "b3", count: 24)
            #expect(try await contact(token, showing: token) == "201 \(token)")
            for _ in 0..<2 { #expect(try await contact(next, showing: token) == "201 \(next)") }
            world.advance(days: 1)
            #expect(try await client.get(place, headers: Self.showing(next)).status == 200)
            let old = try await client.get(place, headers: Self.showing(token))
            #expect(old.errorCode == "customer-token-invalid")
            // One that has ended stays so; another one may follow.
            #expect(try await client.delete("/v1/customers/\(Self.anonymous)/tokens").status == 200)
            #expect(try await contact(next) == "403 customer-token-invalid")
            let last = "psr_customer_" + String(repeating: "c4", count: 24)
            #expect(try await contact(last) == "201 \(last)")
        }
    }

    @Test(
        "A token that cannot be one is refused",
        arguments: ["\"\"", "7", #""psr_customer_abc""#, #""psr_secret_\#(String(repeating: "a", count: 48))""#]
    )
    func badTokens(token: String) async throws {
        try await Self.world().test { client, _ in
            let body = #"{"customerToken":\#(token)}"#
            let answer = try await client.post("/v1/app/customers/\(Self.anonymous)/tokens", body)
            #expect(answer.status == 400)
            #expect(answer.errorCode == "invalid-body")
        }
    }

    @Test("Whom the app knew before anybody logged in logs in with a token of the same account, and of no other")
    func knownAccount() async throws {
        try await Self.world().test { client, _ in
            let token = try await Self.issue(client, "alice")
            let bobs = try await Self.issue(client, "bob")
            let answer = try await client.post(
                "\(Self.alice)/login",
                #"{"customer":"alice","customerToken":"\#(token)"}"#
            )
            #expect(answer.status == 200)
            #expect(answer.json[string: "customerToken"] != nil)
            let other = #"{"customer":"bob","customerToken":"\#(bobs)"}"#
            let foreign = try await client.post("\(Self.alice)/login", other)
            #expect(foreign.errorCode == "customer-token-missing")
        }
    }

    @Test("A login shows the account's token, and gets one of its own; the old one of the device ends")
    func login() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let place = "/v1/app/customers/\(Self.anonymous)"
            let mine = try #require(try await client.post("\(place)/tokens", "").json[string: "customerToken"])
            let fields = Self.showing(mine)
            #expect(
                try await client.post("\(place)/login", #"{"customer":"alice"}"#, headers: fields).errorCode
                    == "customer-token-missing"
            )
            let end = (world.now + 600).millisecondsSince1970
            let handed = try await Self.issue(client, "alice", #"{"expirationDate":\#(end)}"#)
            let body = #"{"customer":"alice","customerToken":"\#(handed)"}"#
            #expect(try await client.post("\(place)/login", body).errorCode == "customer-token-missing")
            let answer = try await client.post("\(place)/login", body, headers: fields)
            #expect(answer.status == 200)
            #expect(answer.json[string: "customer"] == "alice")
            #expect(answer.json[boolean: "merged"] == true)
            let token = try #require(answer.json[string: "customerToken"])
            #expect(Set([token, handed, mine]).count == 3)
            #expect(try await client.get(Self.alice, headers: fields).errorCode == "customer-token-invalid")
            // An app that did not hear of it logs in again.
            #expect(try await client.post("\(place)/login", body, headers: fields).status == 200)
            world.advance(days: 1)
            #expect(try await client.get(Self.alice, headers: Self.showing(handed)).status == 403)
            #expect(try await client.get(Self.alice, headers: Self.showing(token)).status == 200)
        }
    }

    @Test("Tokens end when their holder, or the developer, says so, and with the person")
    func ended() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let own = try await Self.issue(client, "alice")
            let other = try await Self.issue(client, "alice")
            #expect(try await client.delete("\(Self.alice)/tokens", headers: Self.showing(own)).status == 200)
            #expect(try await client.get(Self.alice, headers: Self.showing(own)).errorCode == "customer-token-invalid")
            #expect(try await client.get(Self.alice, headers: Self.showing(other)).status == 200)
            #expect(try await client.delete("/v1/customers/alice/tokens").json[integer: "revokedCount"] == 1)
            #expect(try await client.get(Self.alice, headers: Self.showing(other)).status == 403)
            _ = try await Self.issue(client, "alice")
            #expect(try await client.delete("/v1/customers/alice").status == 200)
            #expect(try world.numbers("SELECT count(*) FROM customer_token") == [0])
        }
    }

    @Test("No token is stored as it is, and none is kept for a repeated request")
    func hashed() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let headers: HTTPFields = [.idempotencyKey: "once"]
            let refused = try await client.post("/v1/customers/alice/tokens", "", headers: headers)
            #expect(refused.errorCode == "idempotency-key-refused")
            let answer = try await client.post("/v1/customers/alice/tokens", "")
            let token = try #require(answer.json[string: "customerToken"])
            let again = try await client.post("/v1/customers/alice/tokens", "")
            #expect(again.json[string: "customerToken"] != token)
            for name in ["purchases.sqlite", "purchases.sqlite-wal"] {
                let data = try Data(contentsOf: world.folder.appendingPathComponent(name))
                #expect(data.range(of: Data(token.utf8).dropFirst(32)) == nil)
            }
        }
    }

    @Test("A customer has so many tokens and no more: a new one takes the place of the oldest")
    func bounded() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let first = try await Self.issue(client, "alice")
            for _ in 0..<PurchaseDatabase.maximumCustomerTokens {
                world.advance(days: 0.001)
                _ = try await Self.issue(client, "alice")
            }
            #expect(
                try world.numbers("SELECT count(*) FROM customer_token") == [PurchaseDatabase.maximumCustomerTokens]
            )
            #expect(try await client.get(Self.alice, headers: Self.showing(first)).status == 403)
        }
    }

    @Test("An end that cannot be is refused", arguments: ["1", "\"soon\"", "99999999999999"])
    func badEnds(end: String) async throws {
        try await Self.world().test { client, _ in
            let answer = try await client.post("/v1/customers/alice/tokens", #"{"expirationDate":\#(end)}"#)
            #expect(answer.status == 400)
            #expect(answer.errorCode == "invalid-body")
        }
    }
}
