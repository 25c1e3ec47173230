import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Extensions, ends and refund requests")
struct ExtensionAndEndTests {
    @Test("A subscription can be extended twice in 365 days")
    func extensionLimit() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.extendRenewal(originalTransactionID: id, days: 90)
        try engine.extendRenewal(originalTransactionID: id, days: 1)
        #expect(throws: StoreError(.extensionLimit, "")) {
            try engine.extendRenewal(originalTransactionID: id, days: 1)
        }
        try engine.advance(to: "2027-02-01T00:00:00Z")
        try engine.extendRenewal(originalTransactionID: id, days: 1)
    }

    @Test("Another plan, or a new beginning, is still the subscription that was extended twice")
    func extensionLimitOfChain() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.posy).transactionID
        // The free week is over.
        try engine.advance(to: "2026-02-10T10:00:00Z")
        for _ in 1...2 { try engine.extendRenewal(originalTransactionID: id, days: 1) }
        #expect(try engine.buy(Shop.bouquet).originalTransactionID == id)
        #expect(throws: StoreError(.extensionLimit, "")) {
            try engine.extendRenewal(originalTransactionID: id, days: 1)
        }
        try engine.expire(originalTransactionID: id)
        #expect(try engine.buy(Shop.posy).originalTransactionID == id)
        #expect(throws: StoreError(.extensionLimit, "")) {
            try engine.extendRenewal(originalTransactionID: id, days: 1)
        }
    }

    @Test("A free offer cannot be extended")
    func freeOffer() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.posy).transactionID
        #expect(throws: StoreError(.invalidState, "")) { try engine.extendRenewal(originalTransactionID: id, days: 1) }
    }

    @Test("At a fast rate the days of an extension are as fast")
    func fastExtension() throws {
        var engine = try Shop.engine { $0.timeRate = .monthlyRenewalEveryHour }
        let transaction = try engine.buy(Shop.bouquet)
        try engine.extendRenewal(originalTransactionID: transaction.transactionID, days: 7)
        // A week is 15 minutes.
        #expect(
            try engine.subscription(transaction.transactionID).expiresDate
                == transaction.expiresDate?.addingTimeInterval(900)
        )
    }

    @Test(
        "Every reason to end has its notification",
        arguments: [
            (ExpirationIntent.customerCancelled, "EXPIRED/VOLUNTARY"), (.billingError, "EXPIRED/BILLING_RETRY"),
            (.priceIncreaseDeclined, "EXPIRED/PRICE_INCREASE"), (.productUnavailable, "EXPIRED/PRODUCT_NOT_FOR_SALE"),
            (.other, "EXPIRED"),
        ]
    )
    func reasons(_ intent: ExpirationIntent, _ notification: String) throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        _ = engine.takeEvents()
        try engine.end(originalTransactionID: id, because: intent)
        #expect(engine.takeNotifications().last == notification)
        #expect(try engine.subscription(id).expirationIntent == intent)
    }

    @Test("A product that is removed from sale cannot be bought and does not renew")
    func withdrawn() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        var settings = engine.settings
        settings.withdrawnProductIDs = [Shop.bouquet, Shop.seeds]
        try engine.setSettings(settings)
        _ = engine.takeEvents()
        let outcome = try engine.purchase(PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora))
        guard case .failed(_, .productNotAvailable) = outcome else { Issue.record("\(outcome)"); return }
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(engine.takeNotifications() == ["EXPIRED/PRODUCT_NOT_FOR_SALE"])
        #expect(try engine.subscription(id).status == .expired)
    }

    @Test("An upgrade pays back what is left of the period")
    func proratedRefund() throws {
        var engine = try OfferShop.engine()
        let posy = try engine.buy(Shop.posy)
        // The free week is over on 7 February; the first paid month then ends on 7 March.
        try engine.advance(to: "2026-02-21T10:00:00Z")
        _ = try engine.buy(Shop.bouquet)
        let paid = try #require(engine.transactions(account: Shop.flora).first { $0.isUpgraded })
        #expect(paid.originalTransactionID == posy.originalTransactionID)
        #expect(paid.revocationDate == nil)
        #expect(paid.proratedRefund?.amount == Decimal(string: "2.50"))
    }

    @Test(
        "The developer is asked about refunds of consumables and subscriptions",
        arguments: [
            (Shop.seeds, true), (Shop.bouquet, true), (Shop.greenhouse, false), (Shop.season, false),
        ]
    )
    func refundRequest(_ product: String, _ isAsked: Bool) throws {
        var engine = try Shop.engine()
        let id = try engine.buy(product).transactionID
        _ = engine.takeEvents()
        guard isAsked else {
            #expect(throws: StoreError(.invalidState, "")) { try engine.requestRefund(transactionID: id) }
            return
        }
        #expect(throws: StoreError(.invalidValue, "")) { try engine.requestRefund(transactionID: id, reason: "BORED") }
        try engine.requestRefund(transactionID: id, reason: "LEGAL")
        let event = try #require(engine.takeEvents().last)
        #expect(event.notification?.type == .consumptionRequest)
        #expect(event.notification?.consumptionRequestReason == "LEGAL")
        #expect(try engine.transaction(id).revocationDate == nil)
    }
}
