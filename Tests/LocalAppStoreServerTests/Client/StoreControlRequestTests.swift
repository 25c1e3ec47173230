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
        let request = StoreControlRequest<ReceiptRecord>.receipt(account: "a/b ?#%é")
        #expect(
            request.url(below: base)?.absoluteString
                == "http://127.0.0.1:8081/control/accounts/a%2Fb%20%3F%23%25%C3%A9/receipt"
        )
        let query = StoreControlRequest<RecordList<TransactionRecord>>.transactions(account: "a&b=c")
        #expect(
            query.url(below: base)?.absoluteString == "http://127.0.0.1:8081/control/transactions?account=a%26b%3Dc"
        )
        let below = try #require(URL(string: "http://127.0.0.1:8081/stores/one/"))
        #expect(StoreControlRequest<ClockRecord>.clock.url(below: below)?.path == "/stores/one/control/clock")
    }

    private static let intent =
        "itms-services://?action=purchaseIntent&bundleId=\(SampleShop.app.bundleID)&productIdentifier=\(SampleShop.seeds)"

    private static let pastPurchase = PurchaseRequest(
        productID: SampleShop.seeds,
        accountID: "flora",
        past: PastPurchase(date: TestAuthority.signingDate)
    )
    private static let purchaseWithCode = PurchaseRequest(
        productID: SampleShop.seeds,
        accountID: "flora",
        offer: .code(referenceName: "none")
    )
    private static let wordOrder = OfferCodeOrder(
        productID: SampleShop.posy,
        referenceName: "none",
        .word("SPRING", limit: 2)
    )

    private typealias Case = (StoreControlRequest<DoneRecord>, Int)

    private static let looking: [Case] = [
        (.plain(.state), 200), (.plain(.products()), 200), (.plain(.products(account: "flora")), 200),
        (.plain(.accounts), 200), (.plain(.transactions()), 200), (.plain(.transactions(account: "nobody")), 404),
        (.plain(.subscriptions(account: "flora")), 200), (.plain(.attempts()), 200),
        (.plain(.events(account: "flora")), 200), (.plain(.receipt(account: "flora")), 200),
        (.plain(.receipt(account: "nobody")), 404), (.plain(.signedTransaction("ID")), 200),
        (.plain(.signedTransaction("1")), 404), (.plain(.notifications), 200),
    ]
    private static let buying: [Case] = [
        (.plain(.createAccount("iris", storefront: "FRA")), 201), (.plain(.createAccount("flora")), 409),
        (.plain(.changeAccount("flora", AccountChange(requiresApproval: true))), 200),
        (.plain(.changeAccount("flora", AccountChange(storefront: ""))), 400),
        (.plain(.buy(PurchaseRequest(productID: SampleShop.seeds, accountID: "flora", quantity: 2))), 201),
        (.plain(.buy(PurchaseRequest(productID: SampleShop.seeds, accountID: "flora", simulatesAskToBuy: true))), 202),
        (.plain(.buy(purchaseWithCode)), 409), (.plain(.buy(pastPurchase)), 201),
        (.plain(.openPurchaseIntent("itms-services://?action=x", account: "flora")), 400),
        (.plain(.openPurchaseIntent(intent, account: "flora")), 202),
    ]
    private static let sharing: [Case] = [
        (.plain(.families), 200), (.plain(.createFamily("bloom", organizer: "flora")), 201),
        (.plain(.joinFamily("bloom", account: "flora")), 404), (.plain(.leaveFamily("bloom", account: "flora")), 404),
        (.plain(.shareWithFamily("ID", isOn: true)), 200), (.plain(.codes), 200),
        (.plain(.createCodes(OfferCodeOrder(productID: SampleShop.posy, referenceName: "none"))), 404),
        (.plain(.createCodes(wordOrder)), 404), (.plain(.redeem("SPRING", account: "flora")), 404),
        (.plain(.transaction("ID", .requestRefund(reason: "LEGAL"))), 200),
        (.plain(.transaction("ID", .requestRefund(reason: "BORED"))), 400),
        (.plain(.transaction("ID", .requestRefund(decision: .grant))), 200),
        (.plain(.transaction("ID", .requestRefund(decision: StoreRefundDecision(rawValue: "dice")))), 400),
        (.plain(.transaction("ID", .settleRefund)), 409), (.plain(.refundRequests(account: "flora")), 200),
        (.plain(.transaction("ID", .refund(milliPercentage: 0))), 400),
        (.plain(.subscription("ID", .end(because: .billingError))), 200),
    ]
    private static let deciding: [Case] = [
        (.plain(.promote(productID: SampleShop.seeds, account: "flora")), 202),
        (.plain(.attempt("1", .approve)), 404), (.plain(.attempt("1", .decline)), 404),
        (.plain(.attempt("1", .resolve)), 404), (.plain(.restore(account: "flora")), 200),
        (.plain(.transaction("ID", .refund(.issueInApp))), 200), (.plain(.transaction("ID", .declineRefund)), 200),
        (.plain(.transaction("ID", .reverseRefund)), 409), (.plain(.transaction("ID", .finish)), 200),
        (.plain(.delete("ID")), 200), (.plain(.clear(account: "flora")), 200),
    ]
    private static let renewing: [Case] = [
        (.plain(.subscription("ID", .renew)), 200), (.plain(.subscription("ID", .expire)), 200),
        (.plain(.subscription("ID", .resolveBilling)), 409), (.plain(.subscription("ID", .autoRenew(false))), 200),
        (.plain(.subscription("ID", .changeProduct(to: SampleShop.posy))), 200),
        (.plain(.subscription("ID", .changeProduct(to: "none"))), 404),
        (.plain(.subscription("ID", .extend(days: 3))), 200), (.plain(.subscription("ID", .extend(days: 91))), 400),
        (.plain(.subscription("ID", .priceIncrease(15.99))), 200),
        (.plain(.subscription("ID", .priceConsent(accepts: true))), 409),
    ]
    private static let askingToBuy: SettingsRecord = {
        var change = SettingsRecord()
        change.askToBuyEnabled = true
        change.renewalLimit = 12
        return change
    }()
    private static let running: [Case] = [
        (.plain(.clock), 200), (.plain(.advance(.seconds(5))), 200), (.plain(.advance(.renewal, limit: 9)), 200),
        (.plain(.pause), 200), (.plain(.resume), 200), (.plain(.settings), 200),
        (.plain(.changeSettings(askingToBuy)), 200),
        (.plain(.changeSettings(SettingsRecord(json: ["askToBuyEnabled": 1]))), 400), (.plain(.reset), 200),
        (.plain(.compact), 200),
        (.plain(.snapshot), 200), (.plain(.restore), 400), (.plain(.notify("http://127.0.0.1:9/hook")), 200),
        (.plain(.notify(nil)), 200), (.plain(.deliver), 200), (.plain(.testNotification), 409),
    ]

    /// Every request, and whether a store with one live subscription of flora grants it.
    static let all: [(StoreControlRequest<DoneRecord>, Int)] = [
        looking, buying, sharing, deciding, renewing, running,
    ].flatMap(\.self)

    @Test("The store knows every request, and answers it with an object", arguments: all)
    func known(request: StoreControlRequest<DoneRecord>, status: Int) async throws {
        let tester = try RouteTester()
        let id = try tester.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        let base = try #require(URL(string: "http://127.0.0.1"))
        let url = try #require(request.url(below: base)).absoluteString
        let path = String(url.dropFirst("http://127.0.0.1".count)).replacingOccurrences(of: "/ID", with: "/\(id)")
        let method = try #require(HTTPRequest.Method(rawValue: request.method))
        let answer = try await tester.ask(method, path, request.body.map { JSONValue.object($0).serialized() } ?? "")
        #expect(answer.status == status, "\(answer.text)")
        if request != .plain(.snapshot) { #expect(!answer.json.isEmpty) }
        #expect((answer.errorCode != nil) == (status >= 400))
    }
}

extension StoreControlRequest<DoneRecord> {
    /// A request whose answer is looked at as it is.
    static func plain(_ request: StoreControlRequest<some JSONBacked>) -> Self {
        Self(request.method, request.path, query: request.query, body: request.body)
    }
}
