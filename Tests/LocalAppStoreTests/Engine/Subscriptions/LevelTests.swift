import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Levels and introductory offers")
struct LevelTests {
    @Test("A higher level begins at once and replaces the old period")
    func upgrade() throws {
        var engine = try Shop.engine()
        let posy = try engine.buy(Shop.posy)
        try engine.advance(to: "2026-02-03T00:00:00Z")
        _ = engine.takeEvents()
        let bouquet = try engine.buy(Shop.bouquet)
        #expect(bouquet.originalTransactionID == posy.transactionID)
        #expect(bouquet.expiresDate == Shop.date("2026-03-03T00:00:00Z"))
        #expect(try engine.transaction(posy.transactionID).isUpgraded)
        #expect(try engine.transaction(posy.transactionID).revocationDate == nil)
        #expect(try engine.subscription(posy.transactionID).productID == Shop.bouquet)
        #expect(engine.takeNotifications() == ["DID_CHANGE_RENEWAL_PREF/UPGRADE"])
        try engine.advance(to: "2026-03-03T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).map(\.productID) == [Shop.posy, Shop.bouquet, Shop.bouquet])
    }

    @Test("A lower level waits for the end of the period; until then the old one can be chosen again")
    func downgrade() throws {
        var engine = try Shop.engine()
        let bouquet = try engine.buy(Shop.bouquet)
        try engine.finish(transactionID: bouquet.transactionID)
        _ = engine.takeEvents()
        let delivered = try engine.buy(Shop.posy)
        #expect(delivered.transactionID == bouquet.transactionID)
        #expect(try engine.subscription(bouquet.transactionID).productID == Shop.bouquet)
        #expect(try engine.subscription(bouquet.transactionID).autoRenewProductID == Shop.posy)
        var regretting = engine
        _ = try regretting.buy(Shop.bouquet)
        #expect(try regretting.subscription(bouquet.transactionID).autoRenewProductID == Shop.bouquet)
        #expect(regretting.takeNotifications() == ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "DID_CHANGE_RENEWAL_PREF"])
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).map(\.productID) == [Shop.bouquet, Shop.posy])
        #expect(engine.transactions(account: Shop.flora).last?.price.amount == Decimal(string: "4.99"))
    }

    @Test("The same again costs nothing: its transaction is delivered once more and renewal is on")
    func sameAgain() throws {
        var engine = try Shop.engine()
        let first = try engine.buy(Shop.bouquet)
        try engine.finish(transactionID: first.transactionID)
        try engine.setAutoRenew(false, originalTransactionID: first.transactionID)
        let again = try engine.buy(Shop.bouquet)
        #expect(again.transactionID == first.transactionID)
        #expect(engine.transactions(account: Shop.flora).count == 1)
        #expect(engine.unfinishedTransactions(account: Shop.flora).count == 1)
        #expect(try engine.subscription(first.transactionID).autoRenews)
    }

    @Test("A week free for new subscribers, then months from the day it ended")
    func freeTrial() throws {
        var engine = try Shop.engine(start: "2026-01-24T10:00:00Z")
        #expect(engine.isEligibleForIntroductoryOffer(account: Shop.flora, groupID: "5F1A0E77"))
        let trial = try engine.buy(Shop.posy)
        #expect(trial.price.amount == 0)
        #expect(trial.offer?.type == .introductory)
        #expect(trial.offer?.discountType == "FREE_TRIAL")
        #expect(!engine.isEligibleForIntroductoryOffer(account: Shop.flora, groupID: "5F1A0E77"))
        try engine.advance(to: "2026-04-01T00:00:00Z")
        let transactions = engine.transactions(account: Shop.flora)
        #expect(
            transactions.map { RFC3339.string(from: $0.purchaseDate) } == [
                "2026-01-24T10:00:00Z", "2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z", "2026-03-31T10:00:00Z",
            ]
        )
        #expect(transactions.dropFirst().allSatisfy { $0.offer == nil && $0.price.amount == Decimal(string: "4.99") })
    }

    @Test("The offer is had once in a group, whatever happens in between")
    func oncePerGroup() throws {
        var engine = try Shop.engine()
        let trial = try engine.buy(Shop.posy)
        try engine.expire(originalTransactionID: trial.transactionID)
        #expect(try engine.buy(Shop.posy).offer == nil)
        try engine.createAccount(id: "fern")
        let other = try engine.purchase(PurchaseRequest(productID: Shop.posy, accountID: "fern"))
        #expect(other.transaction?.offer?.type == .introductory)
    }

    @Test("A lower price for three periods, then the full one")
    func payAsYouGo() throws {
        var configuration = try Shop.configuration()
        configuration.subscriptionGroups[0].subscriptions[1].json["introductoryOffer"] = [
            "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 3, "displayPrice": "1.50",
        ]
        let transactions = try posies(configuration, until: "2026-06-01T00:00:00Z")
        #expect(transactions.map(\.price.amount) == [1.5, 1.5, 1.5, Decimal(string: "4.99"), Decimal(string: "4.99")])
        #expect(
            transactions.map(\.offer?.discountType) == ["PAY_AS_YOU_GO", "PAY_AS_YOU_GO", "PAY_AS_YOU_GO", nil, nil]
        )
    }

    @Test("One payment for six months, then monthly")
    func payUpFront() throws {
        var configuration = try Shop.configuration()
        configuration.subscriptionGroups[0].subscriptions[1].json["introductoryOffer"] = [
            "paymentMode": "payUpFront", "subscriptionPeriod": "P6M", "displayPrice": "20",
        ]
        let transactions = try posies(configuration, until: "2026-09-01T00:00:00Z")
        #expect(transactions.map(\.price.amount) == [20, Decimal(string: "4.99"), Decimal(string: "4.99")])
        #expect(transactions[0].expiresDate == Shop.date("2026-07-31T10:00:00Z"))
        #expect(transactions[1].expiresDate == Shop.date("2026-08-31T10:00:00Z"))
    }

    private func posies(_ configuration: StoreConfiguration, until end: String) throws -> [StoreTransaction] {
        let start = Shop.date("2026-01-31T10:00:00Z")
        var engine = StoreEngine(configuration: configuration, app: Shop.app, start: start, seed: 1)
        try engine.createAccount(id: Shop.flora)
        _ = try engine.buy(Shop.posy)
        try engine.advance(to: end)
        return engine.transactions(account: Shop.flora)
    }

    @Test("The next renewal can be chosen without buying; only within the group")
    func chosen() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.setRenewalProduct(Shop.posy, originalTransactionID: id)
        #expect(try engine.subscription(id).autoRenewProductID == Shop.posy)
        #expect(throws: StoreError(.invalidState, "")) {
            try engine.setRenewalProduct(Shop.seeds, originalTransactionID: id)
        }
        #expect(throws: StoreError(.unknownProduct, "")) {
            try engine.setRenewalProduct("x", originalTransactionID: id)
        }
    }
}
