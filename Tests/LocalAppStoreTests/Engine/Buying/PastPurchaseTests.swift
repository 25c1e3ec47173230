import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

/// Xcode's transaction manager creates purchases of any date; so does this store.
@Suite("Purchases in the past")
struct PastPurchaseTests {
    private let start = "2026-01-31T10:00:00Z"

    private func request(_ product: String, _ date: String, renews: Bool = true) -> PurchaseRequest {
        PurchaseRequest(
            productID: product,
            accountID: Shop.flora,
            past: PastPurchase(date: Shop.date(date), renewsUntilNow: renews)
        )
    }

    @Test("One that renews until now has all its periods and goes on")
    func renewing() throws {
        var engine = try Shop.engine(start: start)
        let first = try #require(try engine.purchase(request(Shop.posy, "2025-10-24T10:00:00Z")).transaction)
        let transactions = engine.transactions(account: Shop.flora)
        #expect(
            transactions.map { RFC3339.string(from: $0.purchaseDate) } == [
                "2025-10-24T10:00:00Z", "2025-10-31T10:00:00Z", "2025-11-30T10:00:00Z", "2025-12-31T10:00:00Z",
                "2026-01-31T10:00:00Z",
            ]
        )
        #expect(transactions.allSatisfy { $0.originalPurchaseDate == first.purchaseDate })
        let subscription = try engine.subscription(first.transactionID)
        #expect(subscription.status == .active)
        #expect(subscription.recentSubscriptionStartDate == first.purchaseDate)
        let events = engine.takeEvents()
        #expect(events.allSatisfy { $0.date == engine.now })
        #expect(events.compactMap(\.notification?.type) == [.subscribed] + Array(repeating: .didRenew, count: 4))
        try engine.advance(to: "2026-02-28T10:00:00Z")
        #expect(engine.transactions(account: Shop.flora).count == 6)
    }

    @Test("One that was cancelled at once has ended, or ends with its first period")
    func cancelled() throws {
        var engine = try Shop.engine(start: start)
        let old = try engine.purchase(request(Shop.bouquet, "2025-10-24T10:00:00Z", renews: false)).transaction
        let id = try #require(old?.transactionID)
        #expect(try engine.subscription(id).status == .expired)
        #expect(try engine.subscription(id).expirationIntent == .customerCancelled)
        #expect(
            engine.takeNotifications() == [
                "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY",
            ]
        )
        _ = try engine.purchase(request(Shop.bouquet, "2026-01-20T10:00:00Z", renews: false))
        #expect(try engine.subscription(id).status == .active)
        #expect(engine.takeNotifications().first == "SUBSCRIBED/RESUBSCRIBE")
        try engine.advance(to: "2026-02-20T10:00:00Z")
        #expect(try engine.subscription(id).status == .expired)
    }

    @Test("What was bought once has the date of its purchase", arguments: [Shop.seeds, Shop.greenhouse, Shop.season])
    func once(_ product: String) throws {
        var engine = try Shop.engine(start: start)
        let bought = try #require(try engine.purchase(request(product, "2020-02-29T00:00:00Z")).transaction)
        #expect(bought.purchaseDate == Shop.date("2020-02-29T00:00:00Z"))
        #expect(bought.originalPurchaseDate == bought.purchaseDate)
    }

    @Test("Billing that fails on the way is in billing retry, or given up by now")
    func failing() throws {
        var engine = try Shop.engine(start: start) { $0.billingRetryOnRenewalEnabled = true }
        let old = try engine.purchase(request(Shop.bouquet, "2025-10-01T00:00:00Z")).transaction
        #expect(try engine.subscription(try #require(old?.transactionID)).expirationIntent == .billingError)
        try engine.clearTransactions()
        let recent = try engine.purchase(request(Shop.bouquet, "2025-12-20T00:00:00Z")).transaction
        #expect(try engine.subscription(try #require(recent?.transactionID)).status == .billingRetryPeriod)
    }

    @Test(
        "What cannot have happened is refused, and nothing changes",
        arguments: [
            ("2026-01-31T10:00:01Z", StoreError.Code.invalidValue), ("2008-07-09T23:59:59Z", .invalidValue),
            ("2025-12-31T10:00:00Z", .invalidState),
        ]
    )
    func refused(_ date: String, _ code: StoreError.Code) throws {
        var engine = try Shop.engine(start: start)
        _ = try engine.buy(Shop.bouquet)
        let before = engine
        #expect(throws: StoreError(code, "")) { try engine.purchase(request(Shop.posy, date)) }
        #expect(engine == before)
    }

    @Test("A rate that would renew without end is refused")
    func tooManyRenewals() throws {
        var engine = try Shop.engine(start: start) { $0.timeRate = .oneRenewalEveryTwoSeconds }
        #expect(throws: StoreError(.invalidValue, "")) {
            try engine.purchase(request(Shop.bouquet, "2010-01-01T00:00:00Z"))
        }
        _ = try engine.purchase(request(Shop.bouquet, "2010-01-01T00:00:00Z", renews: false))
        #expect(engine.transactions(account: Shop.flora).count == 1)
    }
}
