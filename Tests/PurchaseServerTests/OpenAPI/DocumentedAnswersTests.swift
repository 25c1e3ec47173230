import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import Locking
import PurchaseFigures
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The members of answers", .timeLimit(.minutes(15)))
struct DocumentedAnswersTests {
    private static let flora = "/v1/customers/flora"
    private static let names = ["5f0e7a52-3a50-4d3a-9c0e-2f6f3d1f0b11", "5f0e7a52-3a50-4d3a-9c0e-2f6f3d1f0b12"].map {
        "anonymous:\($0)"
    }

    /// A server that has something to say about everything.
    private static func world() throws -> LocalStoreWorld {
        var world = try LocalStoreWorld()
        world.configuration.apps[0].offers = [
            OfferGroup(
                productIDs: [SampleShop.posy, SampleShop.bouquet],
                promotional: [SampleShop.posy: ["any": .subscribers]],
                introductory: .once
            )
        ]
        world.configuration.customers.levels = try LevelCatalogue([
            .init("club", productIDs: [SampleShop.posy]), .init("press"),
        ])
        world.configuration.customers.ledger = try LedgerRules(
            products: [.init(SampleShop.seeds, gives: ["coins": 9])]
        )
        world.configuration.figures = FigureRules(
            rates: try CurrencyRates(parsing: "date,currency,USD\n2020-01-01,EUR,1.5\n")
        )
        world.configuration.resolveHost = { _ in ["17.253.144.10"] }
        return world
    }

    @Test("The document names each, of every answer that it describes")
    func everything() async throws {
        let world = try Self.world()
        let server = try world.server()
        let answered = Locked<Set<String>>([])
        try await world.test(server) { client in
            try await Self.setUp(DocumentVisitor(client, answered: answered))
        }
        try await world.buy(SampleShop.posy, server)
        let seeds = try await world.buy(SampleShop.seeds, server)
        await world.deliver()
        try world.store.advance(by: 60)
        try world.store.requestRefund(transactionID: seeds, reason: "OTHER", decision: .preference)
        await world.deliver()
        try await server.bookFiguresDue()
        let receipt = try SampleShop.receipt(world.store)
        let signed = try world.store.signedTransaction(seeds)
        try await world.test(server) { client in
            let visitor = DocumentVisitor(client, answered: answered)
            try await Self.upload(visitor, receipt, signed)
            try await Self.people(visitor)
            try await Self.tokens(visitor)
            try await Self.rights(visitor)
            try await Self.refunds(visitor)
            try await server.sendWebhooksDue()
            try await Self.webhooks(visitor)
            try await Self.operation(visitor)
            try await Self.settings(visitor)
            try await Self.ends(visitor)
            #expect(visitor.missing == ["POST /apple/notifications"])
        }
    }

    private static func setUp(_ visitor: DocumentVisitor) async throws {
        try await visitor.ask(.post, "/v1/webhooks", #"{"address":"https://a.example.com/hook"}"#, status: 201)
        let some = #"{"address":"https://b.example.com/hook","types":["refunded"],"environment":"Sandbox"}"#
        let made = try await visitor.ask(.post, "/v1/webhooks", some, status: 201)
        let id = try #require(made[string: "id"])
        try await visitor.ask(.patch, "/v1/webhooks/\(id)", #"{"forwardsNotifications":true}"#)
        try await visitor.ask(.post, "/v1/webhooks/\(id)/secret", "{}", status: 201)
        try await visitor.ask(.post, "/v1/webhooks/\(id)/test", status: 202)
        let offering = #"{"productIds":["a"],"metadata":{"hat":{"colour":"red"}},"isCurrent":true}"#
        try await visitor.ask(.put, "/v1/offerings/spring", offering)
    }

    private static func upload(_ visitor: DocumentVisitor, _ receipt: String, _ signed: String) async throws {
        for place in ["/v1/app/customers/flora", flora] {
            try await visitor.ask(.get, place)
            try await visitor.ask(.post, "\(place)/receipts", #"{"receiptData":"\#(receipt)"}"#)
            try await visitor.ask(.post, "\(place)/transactions", #"{"signedTransactions":["\#(signed)"]}"#)
        }
        let app = SampleShop.app.bundleID
        let statement = try await visitor.ask(
            .get,
            "/v1/app/customers/flora?nonce=0123456789abcdef0123456789abcdef&bundleId=\(app)"
        )
        #expect(statement["signedStatement"] != nil)
        for (kind, more) in [("promotionalV1", #","offerIdentifier":"any""#), ("introductory", "")] {
            let body = #"{"kind":"\#(kind)","productId":"\#(SampleShop.posy)"\#(more)}"#
            try await visitor.ask(.post, "/v1/app/customers/flora/offer-signatures?bundleId=\(app)", body)
        }
        for place in ["/v1/app/offerings", "/v1/offerings"] {
            try await visitor.ask(.get, place)
            try await visitor.ask(.get, "\(place)/spring")
            try await visitor.ask(.get, "\(place)/winter", status: 404)
        }
    }

    private static func people(_ visitor: DocumentVisitor) async throws {
        try await visitor.ask(.post, "/v1/customers", status: 201)
        try await visitor.ask(.post, "/v1/customers/\(names[0])/login", #"{"customer":"violet"}"#)
        try await visitor.ask(.post, "\(flora)/aliases", #"{"alias":"flo","reason":"typing"}"#)
        let page = try await visitor.ask(.get, "/v1/customers?limit=1")
        #expect(page["cursor"] != nil)
        let found = try await visitor.ask(.get, "/v1/customers?query=flo")
        #expect(found[array: "customers"]?.contains { $0.object?["alias"] != nil } == true)
        try await visitor.ask(.get, "\(flora)/audit?limit=1")
    }

    private static func tokens(_ visitor: DocumentVisitor) async throws {
        let person = "/v1/app/customers/\(names[1])"
        try await visitor.ask(.post, "\(person)/tokens", status: 201)
        let end = #"{"expirationDate":1800000000000}"#
        let issued = try await visitor.ask(.post, "/v1/customers/rose/tokens", end, status: 201)
        let token = try #require(issued[string: "customerToken"])
        let login = #"{"customer":"rose","customerToken":"\#(token)"}"#
        let entered = try await visitor.ask(.post, "\(person)/login", login)
        #expect(entered[boolean: "merged"] == true && entered["customerToken"] != nil)
        let shown: HTTPFields = [.documented("Purser-Customer-Token"): token]
        try await visitor.ask(.delete, "/v1/app/customers/rose/tokens", headers: shown)
        try await visitor.ask(.delete, "/v1/customers/rose/tokens")
    }

    private static func rights(_ visitor: DocumentVisitor) async throws {
        try await visitor.ask(.put, "\(flora)/grants/prize", #"{"level":"press","reason":"prize"}"#)
        let order = #"{"currency":"coins","amount":-3,"reason":"hint"}"#
        let balances = try await visitor.ask(.put, "\(flora)/entries/hint", order)
        #expect(balances["entry"] != nil)
        for part in ["grants", "balances", "entries"] { try await visitor.ask(.get, "\(flora)/\(part)") }
        let customer = try await visitor.ask(.get, flora)
        #expect(customer[array: "levels"]?.count == 2 && customer[array: "balances"]?.count == 1)
        try await visitor.ask(.put, "\(flora)/entries/hint", #"{"currency":"coins","amount":1}"#, status: 409)
    }

    private static func refunds(_ visitor: DocumentVisitor) async throws {
        let all = try await visitor.ask(.get, "/v1/refund-requests")
        let id = try #require(all[array: "refundRequests"]?.first?.object?[string: "id"])
        let rehearsal = #"{"customerConsented":true,"isRehearsal":true}"#
        try await visitor.ask(.post, "\(flora)/refund-requests/\(id)/answer", rehearsal)
        try await visitor.ask(.put, "/v1/refund-requests/\(id)/answer", #"{"customerConsented":true}"#)
        try await visitor.ask(.get, "/v1/refund-requests/\(id)")
        let answered = try await visitor.ask(.get, "\(flora)/refund-requests")
        #expect(answered[array: "refundRequests"]?.first?.object?["answer"] != nil)
    }

    private static func webhooks(_ visitor: DocumentVisitor) async throws {
        let list = try await visitor.ask(.get, "/v1/webhooks")
        let events = try await visitor.ask(.get, "/v1/events?customer=flora&limit=200")
        let types = Set(events[array: "events"]?.compactMap { $0.object?[string: "type"] } ?? [])
        #expect(types.isSuperset(of: ["levelGranted", "balanceChanged", "oneTimePurchased"]), "\(types.sorted())")
        for webhook in list[array: "webhooks"]?.compactMap({ $0.object?[string: "id"] }) ?? [] {
            let sent = try await visitor.ask(.get, "/v1/webhooks/\(webhook)/deliveries?limit=2")
            let delivery = try #require(sent[array: "deliveries"]?.first?.object?[integer: "id"])
            try await visitor.ask(.get, "/v1/deliveries/\(delivery)/attempts")
            try await visitor.ask(.post, "/v1/deliveries/\(delivery)/resend", status: 202)
        }
        for part in ["export", "history", "history?known=now", "documents"] {
            try await visitor.ask(.get, "\(flora)/\(part)")
        }
    }

    private static func operation(_ visitor: DocumentVisitor) async throws {
        for path in [
            "/health", "/ready", "/v1/openapi.json", "/v1/activity", "/v1/activity/notifications/1", "/v1/audit",
            "/v1/figures", "/v1/app/statement-keys", "/v1/statement-keys", "/v1/keys",
        ] {
            try await visitor.ask(.get, path)
        }
        for figure in FigureCatalogue.all {
            try await visitor.ask(.get, "/v1/figures/\(figure.id)?environment=all")
        }
        try await visitor.ask(.get, "/v1/figures/revenue?environment=all&compare=previous&split=product")
        try await visitor.ask(.post, "/v1/statement-keys", "{}", status: 201)
        let made = try await visitor.ask(.post, "/v1/keys", #"{"kind":"public","name":"App"}"#, status: 201)
        let key = try #require(made[string: "id"])
        let next = try await visitor.ask(.post, "/v1/keys/\(key)/rotate", "{}", status: 201)
        try await visitor.ask(.delete, "/v1/keys/\(try #require(next[string: "id"]))")
        try await visitor.ask(.get, "/v1/keys")
        let app = SampleShop.app.bundleID
        let order = #"{"bundleId":"\#(app)","environment":"Sandbox"}"#
        let test = try await visitor.ask(.post, "/v1/notification-tests", order, status: 201)
        let token = try #require(test[string: "token"])
        try await visitor.ask(.get, "/v1/notification-tests/\(token)?bundleId=\(app)&environment=Sandbox")
    }

    private static func settings(_ visitor: DocumentVisitor) async throws {
        for (part, body) in [
            ("apps/com.example.second", #"{"sharedSecret":"hush hush","environments":["Sandbox"]}"#),
            ("levels/gold", #"{"productIds":[]}"#), ("policies/ownership", #"{"value":"refuse"}"#),
            ("notification-address", #"{"address":"https://shop.example/apple/notifications"}"#),
        ] {
            try await visitor.ask(.put, "/v1/settings/\(part)", body)
            try await visitor.ask(.get, "/v1/settings")
            try await visitor.ask(.delete, "/v1/settings/\(part)")
        }
    }

    /// What takes something away.
    private static func ends(_ visitor: DocumentVisitor) async throws {
        try await visitor.ask(.delete, "\(flora)/grants/prize")
        try await visitor.ask(.delete, "/v1/offerings/spring")
        let moved = try await visitor.ask(.post, "/v1/transfers", #"{"from":"flora","to":"rose"}"#)
        #expect(moved[array: "purchases"]?.isEmpty == false)
        let events = try await visitor.ask(.get, "/v1/events?customer=rose&limit=200")
        let types = events[array: "events"]?.compactMap { $0.object?[string: "type"] } ?? []
        #expect(types.contains("purchaseTransferredIn"))
        try await visitor.ask(.delete, "/v1/customers/violet")
        try await visitor.ask(.delete, "/v1/customers/violet", status: 404)
    }

    @Test("Those of notifications, whatever came of them, and of what waits for the App Store")
    func notifications() async throws {
        let world = try World()
        world.store.set(.down)
        try await world.test { client, _ async throws in
            let visitor = DocumentVisitor(client)
            let genuine = try NotificationSample.body(.subscribed, at: TestAuthority.signingDate)
            for _ in 0..<2 { try await visitor.ask(.post, "/apple/notifications", genuine) }
            let forged = try NotificationSample.body(.refund, at: TestAuthority.signingDate, by: TestAuthority.foreign)
            for body in [forged, #"{"notification_type":"CANCEL","password":"guess"}"#, "no JSON"] {
                #expect(try await client.post("/apple/notifications", body).status >= 400)
            }
            for number in 1...5 { try await visitor.ask(.get, "/v1/activity/notifications/\(number)") }
            let receipt = try SampleReceipt.signed().base64EncodedString()
            let upload = #"{"receiptData":"\#(receipt)"}"#
            let waiting = try await visitor.ask(.post, "/v1/customers/lily/receipts", upload, status: 202)
            let entitlements = waiting[array: "entitlements"]?.compactMap(\.object) ?? []
            #expect(entitlements.contains { $0[boolean: "isProvisional"] == true })
            for path in ["activity", "customers/lily/documents", "customers/lily/export", "customers/lily/history"] {
                try await visitor.ask(.get, "/v1/\(path)")
            }
        }
    }

    @Test("One that is not described is a fault, and so is one that is missing or of another kind")
    func judge() {
        let schema: JSONObject = ["$ref": "#/components/schemas/Balance"]
        let cases: [(JSONValue, [String])] = [
            (["currency": "coins", "amount": 3], []),
            (["currency": "coins", "amount": 3, "colour": "red"], [": colour is not described"]),
            (["currency": "coins"], [": there is no amount"]),
            (["currency": "coins", "amount": "3"], [#".amount: "3" is no integer"#]),
            ([], [": [] is no object"]),
        ]
        for (value, faults) in cases { #expect(AnswerJudge().faults(in: value, by: schema) == faults) }
    }
}
