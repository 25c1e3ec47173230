import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Bodies of the control interface are read strictly")
struct StrictBodyTests {
    private let tester: RouteTester
    private let subscription: String

    init() throws {
        tester = try RouteTester()
        subscription = try tester.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
    }

    private func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String) async throws -> RouteTester.Answer {
        try await tester.ask(method, "/control/" + path.replacingOccurrences(of: "ID", with: subscription), body)
    }

    /// Every route that takes a body, with members that it knows.
    static let known: [(HTTPRequest.Method, String, String)] = [
        (.post, "accounts", #""id":"iris""#), (.patch, "accounts/flora", #""requiresApproval":true"#),
        (.post, "accounts/flora/restore", #""applicationUsername":"f""#),
        (.post, "families", #""id":"bloom","organizer":"flora""#),
        (.post, "families/bloom/members", #""account":"flora""#),
        (.post, "purchases", #""productId":"\#(SampleShop.seeds)","account":"flora""#),
        (.post, "promotions", #""productId":"\#(SampleShop.seeds)","account":"flora""#),
        (.post, "purchase-intents", #""url":"itms-services://?action=x","account":"flora""#),
        (.post, "attempts/1/approve", ""), (.post, "attempts/1/decline", ""), (.post, "attempts/1/resolve", ""),
        (.post, "transactions/ID/refund", #""revocationReason":1"#),
        (.post, "transactions/ID/request-refund", #""consumptionRequestReason":"LEGAL""#),
        (.post, "transactions/ID/request-refund", #""decision":"grant""#), (.post, "transactions/ID/settle-refund", ""),
        (.post, "transactions/ID/refund", #""revocationPercentage":5000"#),
        (.post, "transactions/ID/decline-refund", ""), (.post, "transactions/ID/reverse-refund", ""),
        (.post, "transactions/ID/finish", ""), (.post, "transactions/ID/family-sharing", #""enabled":false"#),
        (.post, "codes", #""productId":"\#(SampleShop.posy)","referenceName":"x","count":2"#),
        (.post, "codes/NONE/redeem", #""account":"flora""#),
        (.patch, "realtime", #""totalRequests":7"#), (.post, "cancellations", #""originalTransactionId":"ID""#),
        (.post, "subscriptions/ID/auto-renew", #""enabled":false"#),
        (.post, "subscriptions/ID/renewal-product", #""productId":"\#(SampleShop.posy)""#),
        (.post, "subscriptions/ID/renew", ""), (.post, "subscriptions/ID/expire", ""),
        (.post, "subscriptions/ID/end", #""expirationIntent":2"#), (.post, "subscriptions/ID/resolve-billing", ""),
        (.post, "subscriptions/ID/extend", #""extendByDays":3"#),
        (.post, "subscriptions/ID/price-increase", #""price":15990,"needsConsent":false"#),
        (.post, "subscriptions/ID/price-consent", #""accepts":true"#), (.post, "clock", #""seconds":5"#),
        (.post, "clock/pause", ""), (.post, "clock/resume", ""), (.patch, "settings", #""askToBuyEnabled":true"#),
        (.post, "reset", ""), (.post, "compact", ""), (.post, "faults", #""kind":"offline""#),
        (.put, "notifications/destination", #""url":null"#), (.post, "notifications/deliver", ""),
        (.post, "notifications/test", ""),
    ]

    @Test("A member that means nothing is refused and changes nothing; the others are taken", arguments: known)
    func unknownMember(method: HTTPRequest.Method, path: String, members: String) async throws {
        let before = tester.store.engine
        let hat = members.isEmpty ? #"{"hat":1}"# : #"{\#(members),"hat":1}"#
        let refused = try await ask(method, path, hat)
        #expect(refused.status == 400)
        #expect(refused.errorCode == "invalid-body", "\(refused.text)")
        #expect(tester.store.engine == before)
        #expect(!tester.server.clock.isRunning)
        let taken = try await ask(method, path, "{\(members)}")
        #expect(taken.errorCode != "invalid-body", "\(taken.text)")
        if members.isEmpty {
            // Where nothing is needed, no body is as good as an empty one.
            #expect(try await ask(method, path, "").errorCode != "invalid-body")
        }
    }

    /// Members of another type than the route takes, though another interface would take some of them.
    static let mistyped: [(HTTPRequest.Method, String, String)] = [
        (.post, "purchases", #""productId":"\#(SampleShop.seeds)","account":"flora","quantity":"2""#),
        (
            .post, "purchases",
            #""productId":"\#(SampleShop.seeds)","account":"flora","purchaseDate":"1722000000000""#
        ),
        (.post, "purchases", #""productId":"\#(SampleShop.seeds)","account":"flora","simulatesAskToBuy":1"#),
        (.patch, "accounts/flora", #""canMakePayments":0"#), (.patch, "accounts/flora", #""canMakePayments":"false""#),
        (.post, "transactions/ID/refund", #""revocationReason":"1""#),
        (.post, "transactions/ID/family-sharing", #""enabled":0"#),
        (.post, "subscriptions/ID/auto-renew", #""enabled":0"#),
        (.post, "subscriptions/ID/auto-renew", #""enabled":"true""#),
        (.post, "subscriptions/ID/end", #""expirationIntent":"2""#),
        (.post, "subscriptions/ID/extend", #""extendByDays":"3""#),
        (.post, "subscriptions/ID/price-increase", #""price":"15990""#),
        (.post, "subscriptions/ID/price-increase", #""price":15990,"needsConsent":0"#),
        (.post, "subscriptions/ID/price-consent", #""accepts":1"#), (.post, "clock", #""seconds":"5""#),
        (.post, "codes", #""productId":"\#(SampleShop.posy)","referenceName":"x","count":"2""#),
        (.post, "faults", #""kind":"purchaseFails","times":"2""#), (.patch, "settings", #""askToBuyEnabled":0"#),
        (.patch, "settings", #""renewalLimit":"12""#),
        (.patch, "settings", #""winBackRules":{"x":{"minimumPaidMonths":"3"}}"#),
        (.patch, "settings", #""priceOverrides":{"DEU":{"x":{"price":"5"}}}"#),
        (.patch, "settings", #""priceOverrides":{"DEU":{"x":{"price":5,"currency":7}}}"#),
        (.patch, "settings", #""priceOverrides":{"DEU":{"x":{"price":5,"hat":7}}}"#),
    ]

    @Test("A value of another type is refused, and changes nothing", arguments: mistyped)
    func wrongType(method: HTTPRequest.Method, path: String, members: String) async throws {
        let before = tester.store.engine
        let answer = try await ask(method, path, "{\(members)}")
        #expect(answer.status == 400)
        #expect(answer.errorCode == "invalid-body", "\(answer.text)")
        #expect(tester.store.engine == before)
    }

    @Test(
        "Only null sends notifications nowhere, and nothing sends them where nothing can connect",
        arguments: [
            "", "{}", #"{"URL":null}"#, #"{"url":""}"#, #"{"url":"http://127.0.0.1:99999/"}"#,
            #"{"url":"http://127.0.0.1:0/"}"#, #"{"url":"ftp://127.0.0.1/"}"#, #"{"url":"http://u:w@127.0.0.1/"}"#,
        ]
    )
    func destination(body: String) async throws {
        let url = URL(string: "http://127.0.0.1:9/hook")
        tester.server.notifications.destination = url
        let answer = try await ask(.put, "notifications/destination", body)
        #expect(answer.status == 400)
        #expect(answer.errorCode == "invalid-body")
        #expect(tester.server.notifications.destination == url)
        #expect(try await ask(.put, "notifications/destination", #"{"url":null}"#).status == 200)
        #expect(tester.server.notifications.destination == nil)
    }
}
