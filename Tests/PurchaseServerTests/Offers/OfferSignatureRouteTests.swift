import AppStoreModels
import AppStoreServerClient
import Crypto
import Entitlements
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Offers that the server signs for apps", .timeLimit(.minutes(15)))
struct OfferSignatureRouteTests {
    private static let bundleID = SampleShop.app.bundleID

    private static func world(_ introductory: IntroductoryOfferRule? = .once) throws -> LocalStoreWorld {
        var world = try LocalStoreWorld()
        world.configuration.apps[0].offers = [
            OfferGroup(
                productIDs: [SampleShop.posy, SampleShop.bouquet],
                promotional: [SampleShop.posy: ["back": .lapsed, "thanks": .current, "any": .subscribers]],
                introductory: introductory
            )
        ]
        return world
    }

    private static func test(
        _ server: PurchaseServerApplication,
        _ body: @Sendable @escaping (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await Application(router: server.router).test(.router) { try await body($0) }
    }

    private static func body(
        _ kind: String,
        _ offer: String? = "any",
        product: String = SampleShop.posy,
        _ more: JSONObject = [:]
    ) -> String {
        var json: JSONObject = ["kind": .string(kind), "productId": .string(product)]
        json[string: "offerIdentifier"] = offer
        for (name, value) in more.members { json[name] = value }
        return JSONValue.object(json).serialized()
    }

    private static func ask(
        _ client: any TestClientProtocol,
        _ body: String,
        of customer: String = "flora",
        app: String = bundleID,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await client.post(
            "/v1/app/customers/\(customer)/offer-signatures?bundleId=\(app)",
            body,
            headers: headers
        )
    }

    /// The claims of a JWS, if the key signed it.
    private static func claims(_ answer: Answer, _ key: InAppPurchaseKey?) throws -> JSONObject {
        let parts = try #require(answer.json[string: "jws"]).split(separator: ".").map { String($0) }
        let bytes = try parts.map { try #require(Base64.urlSafe(decoding: $0)) }
        let publicKey = try P256.Signing.PublicKey(pemRepresentation: #require(key).publicKeyPEM)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes[2])
        #expect(publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        #expect(try JSONValue(parsing: bytes[0]).object?[string: "kid"] == key?.keyID)
        return try #require(try JSONValue(parsing: bytes[1]).object)
    }

    @Test("Version 2 is signed by the app's key for the account that bought last")
    func version2() async throws {
        let world = try Self.world()
        let server = try world.server()
        let bought = try await world.buy(SampleShop.posy, server)
        try await Self.test(server) { client in
            let answer = try await Self.ask(client, Self.body("promotionalV2"))
            #expect(answer.status == 200)
            #expect(answer.json["kind"] == "promotionalV2")
            let claims = try Self.claims(answer, world.configuration.serverAPI?.key)
            #expect(claims["aud"] == "promotional-offer")
            #expect(claims[string: "bid"] == Self.bundleID)
            #expect(claims[string: "productId"] == SampleShop.posy)
            #expect(claims["offerIdentifier"] == "any")
            #expect(claims[string: "transactionId"] == bought)
            #expect(claims[integer: "iat"] == Int64(world.store.now.timeIntervalSince1970))
            #expect(claims["exp"] == nil)
            let again = try Self.claims(
                try await Self.ask(client, Self.body("promotionalV2", "any", ["transactionId": .string(bought)])),
                world.configuration.serverAPI?.key
            )
            #expect(again["nonce"] != claims["nonce"])
        }
    }

    @Test("Who asks too often costs no more than a look: what the customer has is not read")
    func limitComesFirst() async throws {
        var world = try Self.world()
        world.configuration.offerRateLimit = RateLimit(perSecond: 0.01, burst: 1)
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        try await Self.test(server) { client in
            #expect(try await Self.ask(client, Self.body("promotionalV2")).status == 200)
            try await server.storage.write { try $0.execute(sql: "ALTER TABLE level_grant RENAME TO elsewhere") }
            let answer = try await Self.ask(client, Self.body("promotionalV2"))
            #expect(answer.status == 429)
            #expect(answer.errorCode == "too-many-requests")
        }
    }

    @Test("Version 1 is signed for a name of the customer, or for none")
    func version1() async throws {
        let world = try Self.world()
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        try await Self.test(server) { client in
            let token = "20fba8a0-2b80-4a7d-a17f-85c1854727f8"
            let alias = try await client.post("/v1/customers/flora/aliases", #"{"alias":"\#(token)"}"#)
            #expect(alias.status == 200)
            for (given, signed) in [(nil, ""), ("flora", "flora"), (token.uppercased(), token)] as [(String?, String)] {
                var more: JSONObject = [:]
                more[string: "applicationUsername"] = given
                let answer = try await Self.ask(client, Self.body("promotionalV1", "thanks", more))
                #expect(answer.status == 200)
                let key = try #require(world.configuration.serverAPI?.key)
                let parts = [
                    Self.bundleID, key.keyID, SampleShop.posy, "thanks", signed,
                    try #require(answer.json[string: "nonce"]),
                    String(try #require(answer.json[integer: "timestamp"])),
                ]
                let signature = try P256.Signing.ECDSASignature(
                    derRepresentation: try #require(Data(base64Encoded: answer.json[string: "signature"] ?? ""))
                )
                let text = Data(parts.joined(separator: "\u{2063}").utf8)
                let publicKey = try P256.Signing.PublicKey(pemRepresentation: key.publicKeyPEM)
                #expect(publicKey.isValidSignature(signature, for: text))
                #expect(answer.json[string: "keyIdentifier"] == key.keyID)
                #expect(answer.json[integer: "timestamp"] == world.store.now.millisecondsSince1970)
            }
            let other = Self.body("promotionalV1", "thanks", ["applicationUsername": "bob"])
            let refused = try await Self.ask(client, other)
            #expect(refused.status == 409)
            #expect(refused.errorCode == "offer-of-another-customer")
        }
    }

    @Test("An offer is for whom its rule includes: nobody before, the current while it lasts, the lapsed afterwards")
    func audiences() async throws {
        let world = try Self.world()
        let server = try world.server()
        try await Self.test(server) { client in
            func codes() async throws -> [String?] {
                var codes: [String?] = []
                for offer in ["any", "thanks", "back"] {
                    codes.append(try await Self.ask(client, Self.body("promotionalV2", offer)).errorCode)
                }
                return codes
            }
            let refused = "offer-not-for-customer"
            #expect(try await codes() == [refused, refused, refused])
            let bought = try await world.buy(SampleShop.bouquet, server)
            #expect(try await codes() == [nil, nil, refused])
            try world.store.setAutoRenew(false, originalTransactionID: bought)
            try world.store.advance(by: 40 * 86_400)
            #expect(try await codes() == [nil, refused, nil])
        }
    }

    @Test("Purchases of the sandbox open no offers but for testers")
    func sandbox() async throws {
        var world = try Self.world()
        world.configuration.customers.sandbox = .nobody
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        try await Self.test(server) { client in
            let answer = try await Self.ask(client, Self.body("promotionalV2"))
            #expect(answer.errorCode == "offer-not-for-customer")
        }
    }

    @Test("Introductory offers: the App Store decides where nothing speaks against it; a second one is refused")
    func introductory() async throws {
        let world = try Self.world()
        let server = try world.server()
        try await Self.test(server) { client in
            let order = Self.body("introductory", nil)
            let first = try await Self.ask(client, order)
            #expect(first.json["isAllowed"] == true)
            #expect(first.json["jws"] == nil)
            // The posy begins with a free trial.
            let bought = try await world.buy(SampleShop.posy, server)
            let second = try await Self.ask(client, order)
            #expect(second.json["isAllowed"] == false)
            let claims = try Self.claims(second, world.configuration.serverAPI?.key)
            #expect(claims["aud"] == "introductory-offer-eligibility")
            #expect(claims[boolean: "allowIntroductoryOffer"] == false)
            #expect(claims[string: "transactionId"] == bought)
        }
    }

    @Test("Where the settings say so, who has left may have an introductory offer anew")
    func again() async throws {
        let world = try Self.world(.again)
        let server = try world.server()
        let bought = try await world.buy(SampleShop.posy, server)
        try world.store.setAutoRenew(false, originalTransactionID: bought)
        try world.store.advance(by: 40 * 86_400)
        try await Self.test(server) { client in
            let answer = try await Self.ask(client, Self.body("introductory", nil))
            let claims = try Self.claims(answer, world.configuration.serverAPI?.key)
            #expect(claims[boolean: "allowIntroductoryOffer"] == true)
        }
    }

    @Test("Nothing is signed for somebody else's purchase")
    func foreignTransaction() async throws {
        let world = try Self.world()
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        try world.store.createAccount(id: "rose")
        let others = try world.store.buy(productID: SampleShop.posy, account: "rose").transactionID
        try await Self.test(server) { client in
            for kind in ["promotionalV2", "introductory"] {
                let offer: String? = kind == "introductory" ? nil : "any"
                let order = Self.body(kind, offer, ["transactionId": .string(others)])
                let answer = try await Self.ask(client, order)
                #expect(answer.status == 409)
                #expect(answer.errorCode == "offer-of-another-customer")
            }
        }
    }

    @Test(
        "What cannot be signed is refused with a code, and so is what has no place in a request",
        arguments: [
            ("", 400, "invalid-body"), ("[]", 400, "invalid-body"), ("{}", 400, "invalid-body"),
            (body("promotional"), 400, "invalid-body"), (body("promotionalV2", nil), 400, "invalid-body"),
            (body("introductory", "any"), 400, "invalid-body"),
            (body("promotionalV1", "any", ["transactionId": "1"]), 400, "invalid-body"),
            (body("promotionalV2", "any", ["applicationUsername": "flora"]), 400, "invalid-body"),
            (body("promotionalV2", "any", ["price": 1]), 400, "invalid-body"),
            (body("promotionalV2", "any", ["transactionId": 1]), 400, "invalid-body"),
            (body("promotionalV2", "unknown"), 404, "offer-not-allowed"),
            (body("promotionalV2", "any", product: SampleShop.bouquet), 404, "offer-not-allowed"),
            (body("promotionalV2", "any", product: SampleShop.seeds), 404, "offer-not-allowed"),
            (body("introductory", nil, product: SampleShop.seeds), 404, "offer-not-allowed"),
        ] as [(String, Int, String)]
    )
    func refused(body: String, status: Int, code: String) async throws {
        let world = try Self.world()
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        try await Self.test(server) { client in
            let answer = try await Self.ask(client, body)
            #expect(answer.status == status)
            #expect(answer.errorCode == code)
            #expect(answer.json["jws"] == nil)
        }
    }

    @Test("The app is named, and served")
    func app() async throws {
        let server = try Self.world(nil).server()
        try await Self.test(server) { client in
            let path = "/v1/app/customers/flora/offer-signatures"
            #expect(try await client.post(path, Self.body("promotionalV2")).errorCode == "invalid-query")
            let foreign = try await Self.ask(client, Self.body("promotionalV2"), app: "com.foreign")
            #expect(foreign.status == 404)
            #expect(foreign.errorCode == "unknown-app")
            // The group says nothing about introductory offers.
            let introductory = try await Self.ask(client, Self.body("introductory", nil))
            #expect(introductory.errorCode == "offer-not-allowed")
        }
    }

    @Test("One customer is signed for so often; others are not held up by it")
    func rate() async throws {
        var world = try Self.world()
        world.configuration.offerRateLimit = RateLimit(perSecond: 1.0 / 60, burst: 2)
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        try await Self.test(server) { client in
            for _ in 0..<2 { #expect(try await Self.ask(client, Self.body("promotionalV2")).status == 200) }
            let answer = try await Self.ask(client, Self.body("promotionalV2"))
            #expect(answer.status == 429)
            #expect(answer.errorCode == "too-many-requests")
            #expect(answer.headers[.retryAfter] == "60")
            let other = try await Self.ask(client, Self.body("promotionalV2"), of: "bob")
            #expect(other.errorCode == "offer-not-for-customer")
        }
    }

    @Test("Where customers have tokens, an app has offers signed for its own customer only")
    func tokens() async throws {
        var world = try Self.world()
        world.configuration.apps[0].customerTokens = .required
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        try await Self.test(server) { client in
            #expect(try await Self.ask(client, Self.body("promotionalV2")).errorCode == "customer-token-missing")
            let issued = try await client.post("/v1/customers/flora/tokens", "")
            var fields = HTTPFields()
            fields[.documented("Purser-Customer-Token")] = issued.json[string: "customerToken"]
            #expect(try await Self.ask(client, Self.body("promotionalV2"), headers: fields).status == 200)
        }
    }

    @Test("An app with a key of its own has its offers signed by that, and the App Store asked with it")
    func ownKey() async throws {
        var world = try Self.world()
        let own = try InAppPurchaseKey(
            pem: P256.Signing.PrivateKey().pemRepresentation,
            keyID: "OWN",
            issuerID: "another-team"
        )
        let shared = try #require(world.configuration.serverAPI)
        world.configuration.apps[0].serverAPI = ServerAPIAccess(key: own, addresses: shared.addresses)
        world.configuration.apps.append(ServedApp(bundleIDs: ["com.example.other"]))
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        try await Self.test(server) { client in
            let answer = try await Self.ask(client, Self.body("promotionalV2"))
            #expect(try Self.claims(answer, own)["iss"] == "another-team")
        }
        let used = server.configuration.appsWithAccess.map(\.access)
        #expect(used == [ServerAPIAccess(key: own, addresses: shared.addresses), shared])
        var changed = world.configuration
        changed.apps[0].serverAPI = nil
        #expect(changed.settingsDigest != world.configuration.settingsDigest)
        // Nobody may be asked about one app with the key of another.
        changed.serverAPI = nil
        changed.apps[1].serverAPI = shared
        changed.apps[0].offers = []
        let clients = ServerAPIClients(changed)
        #expect(clients.client(of: Self.bundleID, in: .sandbox) == nil)
        #expect(clients.client(of: "com.example.other", in: .sandbox) != nil)
        #expect(clients.client(of: nil, in: .sandbox) == nil)
    }

    @Test("Offers without a key to sign them are a mistake of the settings")
    func keyless() throws {
        var world = try Self.world()
        world.configuration.serverAPI = nil
        let error = #expect(throws: PurchaseServerError.self) { try world.configuration.check() }
        #expect(error?.code == .configuration)
        #expect(error?.reason.contains("In-App Purchase key") == true)
    }
}
