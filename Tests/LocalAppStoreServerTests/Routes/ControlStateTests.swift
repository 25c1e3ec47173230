import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The control interface: the whole, settings, rules, clock")
struct ControlStateTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    @Test("One answer has everything there is to see, of one moment")
    func state() async throws {
        let bought = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        _ = try store.purchase(
            PurchaseRequest(productID: SampleShop.seeds, accountID: SampleShop.customer, simulatesAskToBuy: true)
        )
        let state = try await tester.ask(.get, "/control/state").json
        #expect(state[object: "app"]?[string: "bundleId"] == SampleShop.app.bundleID)
        #expect(state[integer: "sequence"] == Int64(store.engine.eventCount))
        #expect(state[object: "clock"]?[milliseconds: "now"] == store.now)
        #expect(state[objects: "products"].count == 5)
        #expect(state[objects: "accounts"].map { $0[string: "id"] } == [SampleShop.customer])
        #expect(state[objects: "transactions"].map { $0[string: "transactionId"] } == [bought.transactionID])
        #expect(state["transactionCount"] == 1)
        #expect(state[objects: "subscriptions"].map { $0[integer: "status"] } == [1])
        #expect(state[objects: "attempts"].map { $0[string: "status"] } == ["waitingForApproval"])
        #expect(state[objects: "storefronts"].contains { $0["storefront"] == "DEU" && $0["currency"] == "EUR" })
    }

    @Test("Settings are read back as they were written, and only what is named changes")
    func settings() async throws {
        let body = #"""
            {"timeRate":"monthly-5m","renewalLimit":12,"askToBuyEnabled":true,"purchaseFailure":"cancelled","storefront":"DEU",
            "priceOverrides":{"DEU":{"\#(SampleShop.seeds)":{"price":1290}}}}
            """#
        let changed = try await tester.ask(.patch, "/control/settings", body)
        #expect(changed.status == 200)
        #expect(store.settings.timeRate == .monthlyRenewalEveryFiveMinutes)
        #expect(store.settings.renewalLimit == 12)
        #expect(store.settings.askToBuyEnabled)
        #expect(store.settings.purchaseFailure == .cancelled)
        #expect(store.settings.priceOverrides["DEU"]?[SampleShop.seeds]?.description == "1.29 EUR")
        #expect(!store.settings.billingGracePeriodEnabled)
        let back = try await tester.ask(.patch, "/control/settings", #"{"renewalLimit":null,"purchaseFailure":null}"#)
        #expect(back.json["renewalLimit"] == .null)
        #expect(back.json["timeRate"] == "monthly-5m")
        #expect(store.settings.purchaseFailure == nil)
        let reset = try await tester.ask(.post, "/control/reset").json
        #expect(reset["askToBuyEnabled"] == false)
        #expect(reset["timeRate"] == "monthly-5m")
    }

    @Test(
        "A setting that is wrong is refused, and none of the others is changed",
        arguments: [
            #""timeRate":"often""#, #""timeRate":5"#, #""storefront":"XYZ""#, #""storefront":null,"hat":1"#,
            #""renewalLimit":"many""#, #""purchaseFailure":7"#, #""priceOverrides":[]"#,
            #""priceOverrides":{"DEU":{"x":{"price":-1}}}"#, #""priceOverrides":{"DEU":{"x":1}}"#,
            #""disableDialogs":"yes""#, #""withdrawnProductIds":"x""#, #""withdrawnProductIds":[1]"#,
            #""winBackRules":{"x":{"minimumPaidMonths":-1}}"#, #""winBackRules":{"x":{"months":1}}"#,
            #""winBackRules":[]"#, #""hostedContentVersions":{"x":1}"#,
        ]
    )
    func wrongSetting(member: String) async throws {
        let before = store.engine
        let answer = try await tester.ask(.patch, "/control/settings", #"{"askToBuyEnabled":true,\#(member)}"#)
        #expect(answer.status == 400)
        #expect(answer.errorCode != nil)
        #expect(store.engine == before)
    }

    @Test("A customer's rules change one by one")
    func rules() async throws {
        let path = "/control/accounts/\(SampleShop.customer)"
        let asked = try await tester.ask(.patch, path, #"{"requiresApproval":true}"#).json
        #expect(asked["requiresApproval"] == true)
        let moved = try await tester.ask(.patch, path, #"{"storefront":"JPN","renewalChargesFail":true}"#).json
        #expect(moved["requiresApproval"] == true)
        #expect(moved["renewalChargesFail"] == true)
        #expect(moved["storefront"] == "JPN")
        let before = store.engine
        #expect(try await tester.ask(.patch, path, #"{"storefront":"XYZ"}"#).errorCode == "unknown-storefront")
        #expect(try await tester.ask(.patch, path, #"{"storefront":7}"#).errorCode == "invalid-body")
        #expect(try await tester.ask(.patch, "/control/accounts/nobody", "{}").errorCode == "unknown-account")
        #expect(store.engine == before)
    }

    @Test("The clock steps by the calendar, and to the next renewal")
    func steps() async throws {
        let bought = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        let renewal = try await tester.ask(.post, "/control/clock", #"{"step":"renewal"}"#).json
        #expect(renewal[milliseconds: "now"] == bought.expiresDate)
        #expect(store.transactions(account: SampleShop.customer).count == 2)
        let month = try await tester.ask(.post, "/control/clock", #"{"step":"month"}"#).json
        #expect(month[milliseconds: "now"] == RFC3339.date(from: "2024-10-06T12:00:00Z"))
        #expect(try await tester.ask(.post, "/control/clock", #"{"step":"century"}"#).errorCode == "invalid-body")
    }

    @Test("A clock that is resumed runs with real time until it is paused")
    func running() async throws {
        let start = store.now
        #expect(try await tester.ask(.post, "/control/clock/resume").json["isRunning"] == true)
        tester.time.pass(60)
        let clock = try await tester.ask(.get, "/control/clock").json
        #expect(clock[milliseconds: "now"] == start.addingTimeInterval(60))
        #expect(store.now == start)
        try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        let bought = try await tester.ask(
            .post,
            "/control/purchases",
            #"{"productId":"\#(SampleShop.seeds)","account":"\#(SampleShop.customer)"}"#
        ).json
        #expect(bought[milliseconds: "purchaseDate"] == start.addingTimeInterval(60))
        #expect(try await tester.ask(.post, "/control/clock/pause").json["isRunning"] == false)
        tester.time.pass(60)
        #expect(try await tester.ask(.get, "/control/clock").json[milliseconds: "now"] == start.addingTimeInterval(60))
    }

    @Test("What is signed is shown raw and decoded")
    func signed() async throws {
        let bought = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let transaction = try await tester.ask(.get, "/control/transactions/\(bought.transactionID)/signed").json
        #expect(transaction[string: "jws"]?.split(separator: ".").count == 3)
        #expect(transaction[object: "header"]?[string: "alg"] == "ES256")
        #expect(transaction[object: "payload"]?[string: "productId"] == SampleShop.posy)
        let renewal = try await tester.ask(.get, "/control/subscriptions/\(bought.transactionID)/signed").json
        #expect(renewal[object: "payload"]?[string: "autoRenewProductId"] == SampleShop.posy)
        let path = "/control/accounts/\(SampleShop.customer)/receipt"
        let receipt = try await tester.ask(.get, path).json
        #expect(receipt[object: "decoded"]?[objects: "in_app"].count == 1)
        #expect(try await tester.ask(.get, path + "?device=x").errorCode == "invalid-value")
    }

    @Test("A timeline has a lane of periods for each subscription, and marks for the rest")
    func timeline() async throws {
        try store.updateSettings { $0.billingGracePeriodEnabled = true }
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        try store.advance(by: 8 * 86_400)
        try store.setRules(AccountRules(renewalChargesFail: true), account: SampleShop.customer)
        try store.advance(by: 32 * 86_400)
        let timeline = try await tester.ask(.get, "/control/accounts/\(SampleShop.customer)/timeline").json
        let periods = timeline[objects: "lanes"].first?[objects: "periods"] ?? []
        #expect(periods.map { $0[string: "kind"] } == ["freeTrial", "paid", "gracePeriod", "billingRetry"])
        for (earlier, later) in zip(periods, periods.dropFirst()) {
            #expect(earlier[milliseconds: "endDate"] == later[milliseconds: "startDate"])
        }
        #expect(timeline[objects: "marks"].map { $0[string: "productId"] } == [SampleShop.greenhouse])
        #expect(try await tester.ask(.get, "/control/accounts/nobody/timeline").errorCode == "unknown-account")
    }

    @Test("An upgrade ends the period before it; failures that were recovered, and shares, have their own kinds")
    func timelineKinds() async throws {
        try store.createAccount(id: "fern")
        try store.createFamily(id: "bloom", organizer: SampleShop.customer)
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        try store.advance(by: 8 * 86_400)
        try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        try store.setRules(AccountRules(renewalChargesFail: true), account: SampleShop.customer)
        try store.advance(by: 40 * 86_400)
        try store.resolveBilling(originalTransactionID: id)
        try store.joinFamily(id: "bloom", account: "fern")
        let path = "/control/accounts/\(SampleShop.customer)/timeline"
        let periods = try await tester.ask(.get, path).json[objects: "lanes"].first?[objects: "periods"] ?? []
        #expect(periods.map { $0[string: "kind"] } == ["freeTrial", "paid", "paid", "billingFailed", "paid"])
        for (earlier, later) in zip(periods, periods.dropFirst()) {
            #expect(earlier[milliseconds: "endDate"] == later[milliseconds: "startDate"])
        }
        let shared = try await tester.ask(.get, "/control/accounts/fern/timeline").json[objects: "lanes"]
        #expect(shared.first?[objects: "periods"].map { $0[string: "kind"] } == ["shared"])
    }

    @Test("A test notification is sent at once, and only where there is an address")
    func testNotification() async throws {
        #expect(try await tester.ask(.post, "/control/notifications/test").errorCode == "no-destination")
        tester.server.notifications.destination = URL(string: "http://127.0.0.1:9/hook")
        let sent = try await tester.ask(.post, "/control/notifications/test").json
        #expect(sent["notificationType"] == "TEST")
        #expect(sent["isDelivered"] == true)
        #expect(tester.transport.posts.count == 1)
    }
}
