import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The control interface")
struct ControlRouteTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    @Test("Products are listed as a customer sees them")
    func products() async throws {
        try store.createAccount(id: "iris", storefront: "DEU")
        let american = try await tester.ask(.get, "/control/products").json[objects: "products"]
        #expect(american.count == 5)
        let posy = try #require(american.first { $0["productId"] == .string(SampleShop.posy) })
        #expect(posy["type"] == "Auto-Renewable Subscription")
        #expect(posy["price"] == 4_990)
        #expect(posy["currency"] == "USD")
        #expect(posy["period"] == "P1M")
        #expect(posy["groupLevel"] == 2)
        let german = try await tester.ask(.get, "/control/products?account=iris&locale=de").json[objects: "products"]
        let seeds = try #require(german.first { $0["productId"] == .string(SampleShop.seeds) })
        #expect(seeds["title"] == "Zehn Samentüten")
        #expect(seeds["currency"] == "EUR")
        #expect(try await tester.ask(.get, "/control/products?account=nobody").errorCode == "unknown-account")
    }

    @Test("A script creates an account, buys, lets it renew, and refunds")
    func script() async throws {
        let account = try await tester.ask(.post, "/control/accounts", #"{"id":"iris","storefront":"FRA"}"#)
        #expect(account.status == 201)
        #expect(account.json["storefront"] == "FRA")
        let token = "7e3fb204-2d6d-4f3b-8e5c-2c9c2b1f6a10"
        let bought = try await tester.ask(
            .post,
            "/control/purchases",
            #"{"productId":"\#(SampleShop.posy)","account":"iris","appAccountToken":"\#(token)"}"#
        )
        #expect(bought.status == 201)
        #expect(bought.json["appAccountToken"] == .string(token))
        #expect(bought.json["currency"] == "EUR")
        #expect(bought.json["isFinished"] == false)
        let id = try #require(bought.json[string: "transactionId"])
        let finished = try await tester.ask(.post, "/control/transactions/\(id)/finish")
        #expect(finished.json["isFinished"] == true)

        let clock = try await tester.ask(.post, "/control/clock", #"{"seconds":604800}"#)
        #expect(clock.status == 200)
        #expect(clock.json[milliseconds: "now"] == RFC3339.date(from: "2024-08-13T12:00:00Z"))
        let transactions = try await tester.ask(.get, "/control/transactions?account=iris").json[
            objects: "transactions"
        ]
        #expect(transactions.map { $0[string: "transactionReason"] } == ["PURCHASE", "RENEWAL"])
        let latest = try #require(transactions.last?[string: "transactionId"])
        let refunded = try await tester.ask(.post, "/control/transactions/\(latest)/refund", #"{"revocationReason":1}"#)
        #expect(refunded.status == 200)
        #expect(refunded.json["revocationReason"] == 1)
        #expect(refunded.json[milliseconds: "revocationDate"] == store.now)
        let subscriptions = try await tester.ask(.get, "/control/subscriptions").json[objects: "subscriptions"]
        #expect(subscriptions.map { $0[integer: "status"] } == [5])
        #expect(subscriptions.map { $0[integer: "autoRenewStatus"] } == [0])
        let events = try await tester.ask(.get, "/control/events").json[objects: "events"]
        #expect(
            events.compactMap { $0[string: "name"] } == [
                "accountCreated", "purchased", "finished", "renewed", "clockMoved", "refunded", "autoRenewChanged",
            ]
        )
        let after = try #require(events[4][integer: "sequence"])
        #expect(try await tester.ask(.get, "/control/events?after=\(after)").json[objects: "events"].count == 2)
    }

    @Test("A script does to a subscription what a customer does")
    func subscriptions() async throws {
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).originalTransactionID
        let path = "/control/subscriptions/\(id)"
        let off = try await tester.ask(.post, path + "/auto-renew", #"{"enabled":false}"#)
        #expect(off.json["autoRenewStatus"] == 0)
        let upgraded = try await tester.ask(
            .post,
            path + "/renewal-product",
            #"{"productId":"\#(SampleShop.bouquet)"}"#
        )
        #expect(upgraded.json["productId"] == .string(SampleShop.bouquet))
        let renewed = try await tester.ask(.post, path + "/renew")
        #expect(renewed.json["autoRenewStatus"] == 1)
        #expect(try await tester.ask(.post, path + "/resolve-billing").errorCode == "invalid-state")
        let expired = try await tester.ask(.post, path + "/expire")
        #expect(expired.json["status"] == 2)
        #expect(expired.json["expirationIntent"] == 1)
        #expect(try await tester.ask(.post, path + "/expire").errorCode == "invalid-state")
    }

    @Test(
        "A command that is refused has a stable code and changes nothing",
        arguments: [
            ("accounts", #"{"id":"flora"}"#, 409, "account-exists"), ("accounts", "{}", 400, "invalid-body"),
            ("accounts", #"{"id":7}"#, 400, "invalid-body"),
            ("accounts", #"{"id":"x","storefront":"XYZ"}"#, 400, "unknown-storefront"),
            ("accounts", #"{"id":"x","storefront":5}"#, 400, "invalid-body"), ("accounts", "[]", 400, "invalid-body"),
            ("accounts", "{", 400, "invalid-body"), ("accounts", #"{"id":"a\u0000b"}"#, 400, "invalid-value"),
            ("purchases", #"{"productId":"none","account":"flora"}"#, 404, "unknown-product"),
            ("purchases", #"{"productId":"\#(SampleShop.seeds)","account":"nobody"}"#, 404, "unknown-account"),
            (
                "purchases", #"{"productId":"\#(SampleShop.seeds)","account":"flora","quantity":11}"#, 400,
                "invalid-quantity"
            ),
            (
                "purchases", #"{"productId":"\#(SampleShop.seeds)","account":"flora","quantity":1.5}"#, 400,
                "invalid-body"
            ),
            (
                "purchases", #"{"productId":"\#(SampleShop.seeds)","account":"flora","appAccountToken":"x"}"#, 400,
                "invalid-body"
            ),
            ("transactions/1/refund", "", 404, "unknown-transaction"),
            ("transactions/1/finish", "", 404, "unknown-transaction"),
            ("subscriptions/1/expire", "", 404, "unknown-subscription"),
            ("subscriptions/1/auto-renew", #"{"enabled":true}"#, 404, "unknown-subscription"),
            ("subscriptions/1/auto-renew", "{}", 400, "invalid-body"),
            ("transactions/1/refund", #"{"revocationReason":2}"#, 400, "invalid-value"),
            ("transactions/1/refund", #"{"why":0}"#, 400, "invalid-body"),
            ("transactions/1/request-refund", "", 404, "unknown-transaction"),
            ("transactions/1/request-refund", #"{"consumptionRequestReason":1}"#, 400, "invalid-body"),
            ("transactions/1/family-sharing", #"{"enabled":true}"#, 404, "unknown-transaction"),
            ("transactions/1/family-sharing", "{}", 400, "invalid-body"),
            ("subscriptions/1/end", #"{"expirationIntent":2}"#, 404, "unknown-subscription"),
            ("subscriptions/1/end", #"{"expirationIntent":9}"#, 400, "invalid-value"),
            ("subscriptions/1/end", #"{"expirationIntent":"billing"}"#, 400, "invalid-body"),
            ("families", #"{"id":"bloom","organizer":"nobody"}"#, 404, "unknown-account"),
            ("families", #"{"id":"","organizer":"flora"}"#, 400, "invalid-body"),
            ("families", #"{"id":"a\u0007","organizer":"flora"}"#, 400, "invalid-value"),
            ("families", #"{"id":"bloom"}"#, 400, "invalid-body"),
            ("families/bloom/members", #"{"account":"flora"}"#, 404, "unknown-family"),
            ("families/bloom/members", #"{"account":"flora","role":"x"}"#, 400, "invalid-body"),
            ("codes", #"{"productId":"none","referenceName":"x"}"#, 404, "unknown-product"),
            ("codes", #"{"productId":"\#(SampleShop.posy)","referenceName":"x"}"#, 404, "unknown-offer"),
            ("codes", #"{"productId":"\#(SampleShop.posy)"}"#, 400, "invalid-body"),
            ("codes", #"{"productId":"a","referenceName":"x","code":"A","count":2}"#, 400, "invalid-body"),
            ("codes", #"{"productId":"a","referenceName":"x","limit":2}"#, 400, "invalid-body"),
            ("codes", #"{"productId":"a","referenceName":"x","expiresDate":-1}"#, 400, "invalid-body"),
            ("codes", #"{"productId":"a","referenceName":"x","expiresDate":1e17}"#, 400, "invalid-body"),
            ("codes/NONE/redeem", #"{"account":"flora"}"#, 404, "unknown-offer-code"),
            ("codes/NONE/redeem", #"{"account":"nobody"}"#, 404, "unknown-account"),
            ("codes/NONE/redeem", "{}", 400, "invalid-body"),
            ("purchase-intents", #"{"url":"https://example.com","account":"flora"}"#, 400, "invalid-link"),
            ("purchase-intents", #"{"url":7,"account":"flora"}"#, 400, "invalid-body"),
            ("purchase-intents", #"{"account":"flora"}"#, 400, "invalid-body"),
            ("clock", #"{"seconds":-1}"#, 409, "clock-backwards"),
            ("clock", #"{"seconds":1e300}"#, 400, "invalid-body"),
            ("clock", #"{"seconds":9223372036854775807}"#, 400, "invalid-value"), ("clock", "{}", 400, "invalid-body"),
            ("clock", #"{"date":"tomorrow"}"#, 400, "invalid-body"),
            ("clock", #"{"date":"2020-01-01T00:00:00Z"}"#, 409, "clock-backwards"),
            ("clock", #"{"date":"9000-01-01T00:00:00Z"}"#, 400, "invalid-value"),
            ("clock", #"{"seconds":1,"date":"2025-01-01T00:00:00Z"}"#, 400, "invalid-body"),
        ]
    )
    func refused(path: String, body: String, status: Int, code: String) async throws {
        let before = store.engine
        let answer = try await tester.ask(.post, "/control/" + path, body)
        #expect(answer.status == status)
        #expect(answer.errorCode == code)
        #expect(answer.json[object: "error"]?[string: "message"]?.isEmpty == false)
        #expect(store.engine == before)
    }

    @Test("Refunding twice is refused")
    func refundTwice() async throws {
        let id = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer).transactionID
        #expect(try await tester.ask(.post, "/control/transactions/\(id)/refund").status == 200)
        let again = try await tester.ask(.post, "/control/transactions/\(id)/refund")
        #expect(again.status == 409)
        #expect(again.errorCode == "invalid-state")
    }

    @Test("The clock is read and set to a date")
    func clock() async throws {
        let clock = try await tester.ask(.get, "/control/clock").json
        #expect(clock["now"] == 1_722_945_600_000)
        #expect(clock["date"] == nil, "dates have one form")
        #expect(clock["isRunning"] == false)
        #expect(clock["timeRate"] == "manual", "it stands")
        for (date, now) in [
            (#""2025-01-01T01:00:00+01:00""#, "2025-01-01T00:00:00Z"), (#""2025-02-01""#, "2025-02-01T00:00:00Z"),
            ("1740787200000", "2025-03-01T00:00:00Z"),
        ] {
            let moved = try await tester.ask(.post, "/control/clock", #"{"date":\#(date)}"#)
            #expect(moved.json[milliseconds: "now"] == RFC3339.date(from: now))
            #expect(RFC3339.string(from: store.now) == now)
        }
        _ = try await tester.ask(.post, "/control/clock/resume")
        #expect(try await tester.ask(.get, "/control/clock").json["timeRate"] == "realtime")
    }

    @Test("A script sets where notifications go, and has them delivered")
    func notifications() async throws {
        let url = "http://127.0.0.1:9/hook"
        try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        let set = try await tester.ask(.put, "/control/notifications/destination", #"{"url":"\#(url)"}"#)
        #expect(set.json["destination"] == .string(url))
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        // The running server delivers by itself; this answers when nothing is left to deliver.
        #expect(try await tester.ask(.post, "/control/notifications/deliver").status == 200)
        let state = try await tester.ask(.get, "/control/notifications").json
        #expect(state["waiting"] == [])
        let finished = state[objects: "finished"]
        #expect(finished.map { $0[string: "notificationType"] } == ["SUBSCRIBED"])
        #expect(finished.map { $0[string: "subtype"] } == ["INITIAL_BUY"])
        #expect(finished.first?["isDelivered"] == true)
        #expect(finished.first?[objects: "sendAttempts"].map { $0[string: "sendAttemptResult"] } == ["SUCCESS"])
        #expect(tester.transport.posts.map(\.url.absoluteString) == [url])
        let none = try await tester.ask(.put, "/control/notifications/destination", #"{"url":null}"#)
        #expect(none.json["destination"] == .null)
    }

    @Test(
        "A destination is an address of the web",
        arguments: ["file:///etc/passwd", "ftp://a/b", "hook", "http://", "7"]
    )
    func badDestination(url: String) async throws {
        let answer = try await tester.ask(.put, "/control/notifications/destination", #"{"url":"\#(url)"}"#)
        #expect(answer.status == 400)
        #expect(answer.errorCode == "invalid-body")
        #expect(tester.server.notifications.destination == nil)
    }

    /// Members of a purchase of the flower shop's club that mean nothing, or ask for what cannot be.
    static let badPurchases: [(String, Int, String)] = [
        (#""offer":7"#, 400, "invalid-body"), (#""offer":{}"#, 400, "invalid-body"),
        (#""offer":{"type":"promotional"}"#, 400, "invalid-body"),
        (#""offer":{"type":"free","identifier":"x"}"#, 400, "invalid-body"),
        (#""offer":{"type":"code","identifier":"x","jws":"a.b.c"}"#, 400, "invalid-body"),
        (#""offer":{"type":"promotional","identifier":"x","keyId":"A"}"#, 400, "invalid-body"),
        (#""offer":{"type":"promotional","identifier":"x","jws":"a.b.c","keyId":"A"}"#, 400, "invalid-body"),
        (#""purchaseDate":"soon""#, 400, "invalid-body"), (#""purchaseDate":-5"#, 400, "invalid-body"),
        (#""renewsUntilNow":true"#, 400, "invalid-body"), (#""purchaseDate":0"#, 400, "invalid-value"),
        (#""purchaseDate":4000000000000"#, 400, "invalid-value"), (#""hat":1"#, 400, "invalid-body"),
    ]

    @Test("A purchase with a member that means nothing is refused and changes nothing", arguments: badPurchases)
    func badPurchase(member: String, status: Int, code: String) async throws {
        let before = store.engine
        let body = #"{"productId":"\#(SampleShop.posy)","account":"flora",\#(member)}"#
        let answer = try await tester.ask(.post, "/control/purchases", body)
        #expect(answer.status == status)
        #expect(answer.errorCode == code)
        #expect(store.engine == before)
    }

    @Test("An offer that a customer may not have fails the purchase, and says why")
    func unknownOffer() async throws {
        let answer = try await tester.ask(
            .post,
            "/control/purchases",
            #"{"productId":"\#(SampleShop.posy)","account":"flora","offer":{"type":"winBack","identifier":"x"}}"#
        )
        #expect(answer.status == 409)
        #expect(answer.errorCode == "purchase-failed")
        let error = try #require(answer.json[object: "error"])
        #expect(error[string: "failure"] == "invalidOfferIdentifier")
        #expect(error[string: "message"]?.contains("has no win-back offer") == true)
        #expect(store.attempts.map(\.status) == [.failed])
    }

    @Test("A purchase can have been made in the past")
    func past() async throws {
        let date = store.now.addingTimeInterval(-100 * 86_400)
        let body = #"""
            {"productId":"\#(SampleShop.bouquet)","account":"flora","purchaseDate":\#(date.millisecondsSince1970)}
            """#
        let bought = try await tester.ask(.post, "/control/purchases", body)
        #expect(bought.status == 201)
        #expect(bought.json[milliseconds: "purchaseDate"] == date)
        #expect(store.transactions(account: SampleShop.customer).count == 4)
    }

    @Test("A family is made, joined, shares, and is left")
    func family() async throws {
        try store.createAccount(id: "fern")
        let bought = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        let made = try await tester.ask(.post, "/control/families", #"{"id":"bloom","organizer":"flora"}"#)
        #expect(made.status == 201)
        #expect(made.json["members"] == ["flora"])
        #expect(try await tester.ask(.post, "/control/families", #"{"id":"bloom","organizer":"fern"}"#).status == 409)
        let joined = try await tester.ask(.post, "/control/families/bloom/members", #"{"account":"fern"}"#)
        #expect(joined.json["members"] == ["flora", "fern"])
        let shared = try #require(store.transactions(account: "fern").first)
        #expect(shared.sharedTransactionID == bought.transactionID)
        let sharing = "/control/transactions/\(bought.transactionID)/family-sharing"
        let off = try await tester.ask(.post, sharing, #"{"enabled":false}"#)
        #expect(off.json["unsharedPurchases"] == .array([.string(bought.transactionID)]))
        #expect(try store.transaction(shared.transactionID).revocationDate != nil)
        let member = "/control/transactions/\(shared.transactionID)/refund"
        #expect(try await tester.ask(.post, member).errorCode == "family-shared")
        let state = try await tester.ask(.get, "/control/state").json
        #expect(state[objects: "families"].map { $0[string: "id"] } == ["bloom"])
        #expect(state[objects: "accounts"].map { $0[string: "familyId"] } == ["bloom", "bloom"])
        let left = try await tester.ask(.delete, "/control/families/bloom/members/fern")
        #expect(left.json["familyId"] == nil)
        #expect(try await tester.ask(.delete, "/control/families/bloom/members/fern").errorCode == "invalid-state")
        #expect(
            try await tester.ask(.get, "/control/families").json[objects: "families"].first?["members"] == ["flora"]
        )
    }

    @Test("Settings of offers, of sale and of hosted content are read back as they were written")
    func richSettings() async throws {
        let body = #"""
            {"withdrawnProductIds":["\#(SampleShop.seeds)"],"hostedContentVersions":{"\#(SampleShop.greenhouse)":"1.2"},
            "winBackRules":{"return":{"minimumPaidMonths":3,"maximumMonthsSinceChurn":12}}}
            """#
        let answer = try await tester.ask(.patch, "/control/settings", body).json
        #expect(answer["withdrawnProductIds"] == [.string(SampleShop.seeds)])
        #expect(store.settings.hostedContentVersions == [SampleShop.greenhouse: "1.2"])
        #expect(store.settings.winBackRules["return"]?.minimumPaidMonths == 3)
        #expect(answer[object: "winBackRules"]?[object: "return"]?["maximumMonthsSinceChurn"] == 12)
    }
}
