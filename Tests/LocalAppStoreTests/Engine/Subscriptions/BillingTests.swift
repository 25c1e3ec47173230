import AppStoreModels
import Foundation
import LocalAppStore
import Testing

@Suite("Failed renewals and higher prices")
struct BillingTests {
    private func engineInTrouble(grace: Bool) throws -> (StoreEngine, String) {
        var engine = try Shop.engine(start: "2026-01-01T00:00:00Z") {
            $0.billingRetryOnRenewalEnabled = true
            $0.billingGracePeriodEnabled = grace
        }
        let id = try engine.buy(Shop.bouquet).transactionID
        _ = engine.takeEvents()
        try engine.advance(to: "2026-02-01T00:00:00Z")
        return (engine, id)
    }

    @Test("Without grace period: no access, sixty days of trying, then it expires")
    func retry() throws {
        var (engine, id) = try engineInTrouble(grace: false)
        #expect(try engine.subscription(id).status == .billingRetryPeriod)
        #expect(try !engine.subscription(id).hasAccess)
        #expect(try engine.subscription(id).isInBillingRetryPeriod)
        try engine.advance(to: "2026-04-02T00:00:00Z")
        #expect(try engine.subscription(id).status == .expired)
        #expect(try engine.subscription(id).expirationIntent == .billingError)
        let events = engine.takeEvents()
        #expect(
            events.filter { $0.name != .clockMoved }.map(\.date) == [
                Shop.date("2026-02-01T00:00:00Z"), Shop.date("2026-04-02T00:00:00Z"),
            ]
        )
        #expect(events.compactMap(\.notification?.subtype) == [.billingRetry])
        #expect(engine.transactions(account: Shop.flora).count == 1)
    }

    @Test("With grace period: sixteen days of access, then only trying")
    func grace() throws {
        var (engine, id) = try engineInTrouble(grace: true)
        #expect(try engine.subscription(id).status == .billingGracePeriod)
        #expect(try engine.subscription(id).hasAccess)
        #expect(try engine.subscription(id).gracePeriodExpiresDate == Shop.date("2026-02-17T00:00:00Z"))
        try engine.advance(to: "2026-02-17T00:00:00Z")
        #expect(try engine.subscription(id).status == .billingRetryPeriod)
        try engine.advance(to: "2026-12-01T00:00:00Z")
        #expect(
            engine.takeNotifications() == [
                "DID_FAIL_TO_RENEW/GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "EXPIRED/BILLING_RETRY",
            ]
        )
    }

    @Test("Recovered in the grace period, the billing date stays")
    func recoveredInGrace() throws {
        var (engine, id) = try engineInTrouble(grace: true)
        try engine.advance(to: "2026-02-10T00:00:00Z")
        try engine.resolveBilling(originalTransactionID: id)
        let renewal = try #require(engine.transactions(account: Shop.flora).last)
        #expect(renewal.purchaseDate == Shop.date("2026-02-01T00:00:00Z"))
        #expect(renewal.expiresDate == Shop.date("2026-03-01T00:00:00Z"))
        #expect(try engine.subscription(id).status == .active)
        #expect(try engine.subscription(id).gracePeriodExpiresDate == nil)
        #expect(engine.takeNotifications().last == "DID_RENEW/BILLING_RECOVERY")
    }

    @Test("Recovered later, the day of recovery is the new billing date")
    func recoveredInRetry() throws {
        var (engine, id) = try engineInTrouble(grace: false)
        try engine.advance(to: "2026-02-10T00:00:00Z")
        try engine.resolveBilling(originalTransactionID: id)
        let renewal = try #require(engine.transactions(account: Shop.flora).last)
        #expect(renewal.purchaseDate == Shop.date("2026-02-10T00:00:00Z"))
        #expect(renewal.expiresDate == Shop.date("2026-03-10T00:00:00Z"))
        #expect(throws: StoreError(.invalidState, "")) { try engine.resolveBilling(originalTransactionID: id) }
    }

    @Test("Buying it again while it is tried settles it")
    func boughtAgain() throws {
        var (engine, id) = try engineInTrouble(grace: false)
        let transaction = try engine.buy(Shop.bouquet)
        #expect(transaction.originalTransactionID == id)
        #expect(try engine.subscription(id).status == .active)
    }

    @Test("Buying it again in the grace period settles it too, and the billing date stays")
    func boughtInGrace() throws {
        var (engine, id) = try engineInTrouble(grace: true)
        try engine.advance(to: "2026-02-10T00:00:00Z")
        let transaction = try engine.buy(Shop.bouquet)
        #expect(transaction.originalTransactionID == id)
        #expect(transaction.purchaseDate == Shop.date("2026-02-01T00:00:00Z"))
        #expect(transaction.expiresDate == Shop.date("2026-03-01T00:00:00Z"))
        #expect(engine.takeNotifications().last == "DID_RENEW/BILLING_RECOVERY")
    }

    @Test("A forced renewal of what could not be charged is a recovery", arguments: [true, false])
    func forced(_ grace: Bool) throws {
        var (engine, id) = try engineInTrouble(grace: grace)
        try engine.forceRenewal(originalTransactionID: id)
        #expect(try engine.subscription(id).status == .active)
        #expect(engine.takeNotifications().last == "DID_RENEW/BILLING_RECOVERY")
    }

    @Test("Turned off while it is tried, it ends at once", arguments: [true, false])
    func turnedOff(_ grace: Bool) throws {
        var (engine, id) = try engineInTrouble(grace: grace)
        try engine.setAutoRenew(false, originalTransactionID: id)
        #expect(try engine.subscription(id).status == .expired)
        #expect(
            engine.takeNotifications().suffix(2) == [
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY",
            ]
        )
    }

    @Test("One customer's card can fail while others' work")
    func oneCard() throws {
        var engine = try Shop.engine()
        try engine.createAccount(id: "fern")
        let id = try engine.buy(Shop.bouquet).transactionID
        _ = try engine.purchase(PurchaseRequest(productID: Shop.bouquet, accountID: "fern"))
        try engine.setRules(AccountRules(renewalChargesFail: true), account: Shop.flora)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try engine.subscription(id).status == .billingRetryPeriod)
        #expect(engine.subscriptions(account: "fern").map(\.status) == [.active])
    }

    @Test("A higher price that is agreed to is charged from the next period on")
    func agreedPrice() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        _ = engine.takeEvents()
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: true)
        try engine.answerPriceIncrease(originalTransactionID: id, accepts: true)
        try engine.advance(to: "2026-04-15T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).map(\.price.amount) == [Decimal(string: "12.99"), 15, 15])
        #expect(
            engine.takeNotifications() == [
                "PRICE_INCREASE/PENDING", "PRICE_INCREASE/ACCEPTED", "DID_RENEW", "DID_RENEW",
            ]
        )
    }

    @Test("A higher price without an answer ends the subscription, a declined one too, each for its reason")
    func unansweredPrice() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: true)
        var declined = engine
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try engine.subscription(id).expirationIntent == .priceIncreaseDeclined)
        #expect(engine.takeNotifications().last == "EXPIRED/PRICE_INCREASE")
        try declined.answerPriceIncrease(originalTransactionID: id, accepts: false)
        #expect(try !declined.subscription(id).autoRenews)
        #expect(throws: StoreError(.invalidState, "")) {
            try declined.answerPriceIncrease(originalTransactionID: id, accepts: true)
        }
        try declined.advance(to: "2026-03-01T00:00:00Z")
        #expect(try declined.subscription(id).expirationIntent == .customerCancelled)
    }

    @Test("A higher price that needs no consent is announced and charged")
    func noticedPrice() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.requestPriceIncrease(originalTransactionID: id, price: 14, needsConsent: false)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).last?.price.amount == 14)
        for price: Decimal in [-1, 0, 13, 14] {
            #expect(throws: StoreError(.invalidValue, ""), "14 is paid already") {
                try engine.requestPriceIncrease(originalTransactionID: id, price: price, needsConsent: true)
            }
        }
    }
}
