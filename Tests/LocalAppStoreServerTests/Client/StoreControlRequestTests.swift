import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import NIOCore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Requests to the control interface")
struct StoreControlRequestTests {
    @Test("Identifiers are escaped, whatever they hold")
    func escaping() throws {
        let base = try #require(URL(string: "http://127.0.0.1:8081"))
        let request = StoreControlRequest.receipt(account: "a/b ?#%é")
        #expect(
            request.url(below: base)?.absoluteString
                == "http://127.0.0.1:8081/control/accounts/a%2Fb%20%3F%23%25%C3%A9/receipt"
        )
        let query = StoreControlRequest.transactions(account: "a&b=c")
        #expect(
            query.url(below: base)?.absoluteString == "http://127.0.0.1:8081/control/transactions?account=a%26b%3Dc"
        )
        let below = try #require(URL(string: "http://127.0.0.1:8081/stores/one/"))
        #expect(StoreControlRequest.clock.url(below: below)?.path == "/stores/one/control/clock")
    }

    private static let intent =
        "itms-services://?action=purchaseIntent&bundleId=\(SampleShop.app.bundleID)&productIdentifier=\(SampleShop.seeds)"

    /// Every request, and whether a store with one live subscription of flora grants it.
    static let all: [(StoreControlRequest, Int)] = [
        (.state, 200), (.products(), 200), (.products(account: "flora"), 200), (.accounts, 200),
        (.transactions(), 200), (.transactions(account: "nobody"), 404), (.subscriptions(account: "flora"), 200),
        (.attempts(), 200), (.events(account: "flora"), 200), (.receipt(account: "flora"), 200),
        (.receipt(account: "nobody"), 404), (.signedTransaction("ID"), 200), (.signedTransaction("1"), 404),
        (.notifications, 200), (.createAccount("iris", storefront: "FRA"), 201), (.createAccount("flora"), 409),
        (.changeAccount("flora", ["requiresApproval": true]), 200), (.changeAccount("flora", ["hat": true]), 400),
        (.buy(productID: SampleShop.seeds, account: "flora", quantity: 2), 201),
        (.buy(productID: SampleShop.seeds, account: "flora", simulatesAskToBuy: true), 202),
        (.buy(productID: SampleShop.seeds, account: "flora", offer: .init(.code, "none")), 409),
        (.buy(productID: SampleShop.seeds, account: "flora", past: PastPurchase(date: TestAuthority.signingDate)), 201),
        (.openPurchaseIntent("itms-services://?action=x", account: "flora"), 400),
        (.openPurchaseIntent(intent, account: "flora"), 202),
        (.families, 200), (.createFamily("bloom", organizer: "flora"), 201),
        (.joinFamily("bloom", account: "flora"), 404),
        (.leaveFamily(account: "flora"), 409), (.shareWithFamily("ID", isOn: true), 200), (.codes, 200),
        (.createCodes(productID: SampleShop.posy, referenceName: "none"), 404),
        (.createCode("SPRING", productID: SampleShop.posy, referenceName: "none", limit: 2), 404),
        (.redeem("SPRING", account: "flora"), 404), (.requestRefund("ID", reason: "LEGAL"), 200),
        (.requestRefund("ID", reason: "BORED"), 400), (.end("ID", because: .billingError), 200),
        (.promote(productID: SampleShop.seeds, account: "flora"), 202), (.approve(attempt: "1"), 404),
        (.decline(attempt: "1"), 404), (.resolve(attempt: "1"), 404), (.restore(account: "flora"), 200),
        (.refund("ID", becauseOfApp: true), 200), (.declineRefund("ID"), 200), (.reverseRefund("ID"), 409),
        (.finish("ID"), 200), (.delete("ID"), 200), (.clear(account: "flora"), 200), (.renew("ID"), 200),
        (.expire("ID"), 200), (.resolveBilling("ID"), 409), (.autoRenew("ID", isOn: false), 200),
        (.changeProduct("ID", to: SampleShop.posy), 200), (.changeProduct("ID", to: "none"), 404),
        (.extend("ID", days: 3), 200), (.extend("ID", days: 91), 400), (.priceIncrease("ID", price: 15_990), 200),
        (.priceConsent("ID", accepts: true), 409), (.clock, 200), (.advance(["seconds": 5]), 200),
        (.advance(["step": "renewal"]), 200), (.pause, 200), (.resume, 200), (.settings, 200),
        (.changeSettings(["askToBuyEnabled": true]), 200), (.changeSettings(["askToBuyEnabled": 1]), 400),
        (.reset, 200), (.compact, 200), (.snapshot, 200), (.restore, 400),
        (.notify("http://127.0.0.1:9/hook"), 200), (.notify(nil), 200), (.deliver, 200), (.testNotification, 409),
    ]

    @Test("The store knows every request, and answers it with an object", arguments: all)
    func known(request: StoreControlRequest, status: Int) async throws {
        let tester = try RouteTester()
        let id = try tester.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        let base = try #require(URL(string: "http://127.0.0.1"))
        let url = try #require(request.url(below: base)).absoluteString
        let path = String(url.dropFirst("http://127.0.0.1".count)).replacingOccurrences(of: "/ID", with: "/\(id)")
        let method = try #require(HTTPRequest.Method(rawValue: request.method))
        let answer = try await tester.ask(method, path, request.body.map { JSONValue.object($0).serialized() } ?? "")
        #expect(answer.status == status, "\(answer.text)")
        if request != .snapshot { #expect(!answer.json.isEmpty) }
        #expect((answer.errorCode != nil) == (status >= 400))
    }
}
