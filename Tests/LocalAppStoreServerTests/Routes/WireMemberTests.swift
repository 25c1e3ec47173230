import AppStoreModels
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("What the control interface answers")
struct WireMemberTests {
    private let tester: RouteTester
    private let article: WireArticle

    init() throws {
        tester = try RouteTester(store: try SampleShop.open(codeOffers: ["Spring"]))
        article = try WireArticle()
    }

    /// Asks, and looks at every member of the answer.
    @discardableResult
    private func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RouteTester.Answer {
        let answer = try await tester.ask(method, path, body)
        #expect(answer.status < 500, "\(method) \(path): \(answer.text)", sourceLocation: sourceLocation)
        #expect(article.strangers(in: answer.json) == [], "\(method) \(path)", sourceLocation: sourceLocation)
        if let code = answer.errorCode {
            #expect(article.codes.contains { $0.name == code }, "\(code)", sourceLocation: sourceLocation)
        }
        return answer
    }

    @Test("Every member of every answer is in the article about the wire")
    func members() async throws {
        let flora = #""account":"flora""#
        try await ask(.put, "/control/notifications/destination", #"{"url":"http://127.0.0.1:9/n"}"#)
        try await ask(.post, "/control/accounts", #"{"id":"fern","storefront":"DEU"}"#)
        try await ask(.post, "/control/families", #"{"id":"bloom","organizer":"flora"}"#)
        try await ask(.post, "/control/families/bloom/members", #"{"account":"fern"}"#)
        let product = #""productId":"\#(SampleShop.posy)""#
        let bought = try await ask(.post, "/control/purchases", "{\(product),\(flora)}")
        let id = try #require(bought.json[string: "transactionId"])
        try await ask(.post, "/control/transactions/\(id)/family-sharing", #"{"enabled":true}"#)
        try await ask(.post, "/control/codes", #"{\#(product),"referenceName":"Spring","code":"TULIP"}"#)
        try await ask(.post, "/control/codes/TULIP/redeem", "{\(flora)}")
        try await ask(.patch, "/control/settings", #"{"billingGracePeriodEnabled":true,"askToBuyEnabled":true}"#)
        try await ask(.post, "/control/purchases", #"{"productId":"\#(SampleShop.greenhouse)",\#(flora)}"#)
        try await ask(.patch, "/control/settings", #"{"askToBuyEnabled":false,"purchaseFailure":"cancelled"}"#)
        try await ask(.post, "/control/purchases", #"{"productId":"\#(SampleShop.greenhouse)",\#(flora)}"#)
        try await ask(.post, "/control/faults", #"{"kind":"finishLate","seconds":9,\#(flora)}"#)
        try await ask(.post, "/control/subscriptions/\(id)/price-increase", #"{"price":9990,"needsConsent":true}"#)
        try await ask(.post, "/control/clock", #"{"step":"month"}"#)
        try await ask(.post, "/control/transactions/\(id)/refund")
        try await refundInPart()
        try await ask(.post, "/control/notifications/test")
        try await ask(.post, "/control/notifications/deliver")
        try await ask(.post, "/control/compact")
        for path in [
            "state", "events", "products", "storefronts", "accounts", "accounts/flora", "accounts/flora/timeline",
            "accounts/flora/receipt", "accounts/flora/app-transaction", "transactions", "transactions/\(id)",
            "transactions/\(id)/signed", "subscriptions", "subscriptions/\(id)", "subscriptions/\(id)/signed",
            "families", "codes", "attempts", "refund-requests", "clock", "settings", "faults", "notifications",
        ] {
            let answer = try await ask(.get, "/control/\(path)")
            #expect(answer.status == 200, "\(path): \(answer.text)")
            #expect(!answer.json.isEmpty, "\(path)")
        }
        try await ask(.get, "/health")
        try await ask(.post, "/control/purchases", "{}")
        try await ask(.get, "/control/accounts/nobody")
    }
    /// A customer asks, the developer answers in the numbers of the first version, and a part is refunded; then everybody is
    /// extended.
    private func refundInPart() async throws {
        try await ask(.patch, "/control/settings", #"{"purchaseFailure":null}"#)
        let seeds = try await ask(
            .post,
            "/control/purchases",
            #"{"productId":"\#(SampleShop.seeds)","account":"flora"}"#
        )
        let id = try #require(seeds.json[string: "transactionId"])
        try await ask(.post, "/control/transactions/\(id)/request-refund", #"{"decision":"undecided"}"#)
        try tester.store.reportConsumption(
            transactionID: id,
            StoreConsumptionAnswer(
                version: 1,
                refundPreference: .grantProrated,
                consumptionPercentage: 40_000,
                details: [
                    "consumptionStatus": 1, "platform": 1, "accountTenure": 1, "playTime": 1,
                    "lifetimeDollarsRefunded": 1, "lifetimeDollarsPurchased": 1, "userStatus": 1,
                ]
            )
        )
        try await ask(.post, "/control/transactions/\(id)/settle-refund")
        try tester.store.extendAll(
            MassExtension(
                requestIdentifier: "outage",
                productID: SampleShop.bouquet,
                extendByDays: 3,
                storefrontCountryCodes: ["USA"]
            )
        )
    }
}
