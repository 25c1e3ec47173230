import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import PurchaseServer

@Suite("What a login makes of customers' tokens", .timeLimit(.minutes(15)))
struct LoginTokenTests {
    private static let anonymous = "anonymous:5f0e7a52-3a50-4d3a-9c0e-2f6f3d1f0b11"
    private static let place = "/v1/app/customers/\(anonymous)"
    private static let alice = "/v1/app/customers/alice"
    private static let login = #"{"customer":"alice"}"#
    /// One that the app on a device has drawn itself.
    private static let drawn = "psr_customer_" + String(repeating: "a2", count: 24)

    private static func world(_ rule: CustomerTokenRule) throws -> World {
        var world = try World()
        world.configuration.apps[0].customerTokens = rule
        return world
    }

    private static func showing(_ token: String?) -> HTTPFields {
        var fields = HTTPFields()
        fields[.documented("Purser-Customer-Token")] = token
        return fields
    }

    private static func issue(_ client: any TestClientProtocol, _ customer: String) async throws -> String {
        try #require(try await client.post("/v1/customers/\(customer)/tokens", "").json[string: "customerToken"])
    }

    /// Somebody without an account has a token.
    private static func contact(_ client: any TestClientProtocol) async throws {
        let answer = try await client.post("\(place)/tokens", #"{"customerToken":"\#(drawn)"}"#)
        #expect(answer.status == 201)
    }

    @Test("A token from before a login that nobody had to prove does not open the account when the rule is there")
    func planted() async throws {
        var world = try Self.world(.off)
        try await world.test { client, _ in
            try await Self.contact(client)
            let answer = try await client.post("\(Self.place)/login", Self.login)
            #expect(answer.status == 200)
            #expect(answer.json[boolean: "merged"] == true)
        }
        world.configuration.apps[0].customerTokens = .required
        try await world.test { client, _ in
            let planted = try await client.get(Self.alice, headers: Self.showing(Self.drawn))
            #expect(planted.errorCode == "customer-token-invalid")
            let issued = try await Self.issue(client, "alice")
            #expect(try await client.get(Self.alice, headers: Self.showing(issued)).status == 200)
        }
    }

    @Test("One that the developer's own server asks for leaves the device its token")
    func vouched() async throws {
        try await Self.world(.required).test { client, _ in
            try await Self.contact(client)
            #expect(try await client.post("/v1/customers/\(Self.anonymous)/login", Self.login).status == 200)
            #expect(try await client.get(Self.alice, headers: Self.showing(Self.drawn)).status == 200)
        }
    }

    @Test("By RevenueCat's interface an app's key proves nothing, and a secret one does", arguments: [true, false])
    func revenueCat(isApp: Bool) async throws {
        try await RevenueCatCaller.with { caller in
            let key = caller.headers(caller.app)
            #expect(try await caller.client.post("\(Self.place)/tokens", "", headers: key).status == 201)
            let answer = try await caller.post(
                "/subscribers/identify",
                ["app_user_id": .string(Self.anonymous), "new_app_user_id": "alice"],
                as: isApp ? caller.app : caller.backend
            )
            #expect(answer.status == 201)
            let good = try caller.world.numbers("SELECT count(*) FROM customer_token WHERE revoked_ms IS NULL")
            #expect(good == [isApp ? 0 : 1])
        }
    }

    @Test("It ends the token that the device showed, and no other one whose identifier somebody knows")
    func identifierAlone() async throws {
        let world = try Self.world(.off)
        try await world.test { client, _ in
            let alices = try await Self.issue(client, "alice")
            let bobs = try await Self.issue(client, "bob")
            let carols = try await Self.issue(client, "carol")
            let forged = String(alices.prefix("psr_customer_".count + 16)) + String(repeating: "a", count: 32)
            let body = #"{"customer":"carol","customerToken":"\#(carols)"}"#
            for shown in [forged, bobs] {
                let answer = try await client.post("\(Self.place)/login", body, headers: Self.showing(shown))
                #expect(answer.status == 200)
                #expect(answer.json[string: "customerToken"] != nil)
            }
            #expect(try world.numbers("SELECT count(*) FROM customer_token WHERE expires_ms IS NOT NULL") == [0])
            // Its own it gives up.
            #expect(try await client.post("\(Self.place)/login", body, headers: Self.showing(carols)).status == 200)
            #expect(try world.numbers("SELECT count(*) FROM customer_token WHERE expires_ms IS NOT NULL") == [1])
        }
    }

    @Test("One app with the rule makes the logins of all apps show a token; reading follows each app's rule")
    func twoApps() async throws {
        var world = try Self.world(.required)
        world.configuration.apps.append(ServedApp(bundleIDs: ["com.example.open"]))
        try await world.test { client, _ in
            // Which app asks is its own word, and nobody has a token yet.
            for query in ["", "?bundleId=com.example.app", "?bundleId=com.example.open"] {
                let answer = try await client.post("\(Self.place)/login\(query)", Self.login)
                #expect(answer.errorCode == "customer-token-missing")
            }
            #expect(try await client.get("\(Self.alice)?bundleId=com.example.open").status == 200)
            let closed = try await client.get("\(Self.alice)?bundleId=com.example.app")
            #expect(closed.errorCode == "customer-token-missing")
            try await Self.contact(client)
            let fields = Self.showing(Self.drawn)
            let open = "\(Self.place)/login?bundleId=com.example.open"
            #expect(try await client.post(open, Self.login, headers: fields).errorCode == "customer-token-missing")
            // Nothing was joined: the device's token is still that of the anonymous name.
            #expect(try await client.get(Self.alice, headers: fields).errorCode == "customer-token-invalid")
            #expect(try await client.get(Self.place, headers: fields).status == 200)
            let body = #"{"customer":"alice","customerToken":"\#(try await Self.issue(client, "alice"))"}"#
            // Twice: the app may not hear the first answer.
            for _ in 0..<2 {
                let answer = try await client.post(open, body, headers: fields)
                #expect(answer.status == 200)
                #expect(answer.json[string: "customer"] == "alice")
                #expect(answer.json[string: "customerToken"] != nil)
            }
        }
    }
}
