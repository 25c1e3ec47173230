import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("What an app hears of a choice that its customer makes in the settings")
struct RenewalChoiceTests {
    private var engine: StoreEngine
    private let bought: StoreTransaction

    /// A subscriber of the higher level whose app has finished its transaction.
    init() throws {
        engine = try Shop.engine()
        bought = try engine.buy(Shop.bouquet)
        try engine.finish(transactionID: bought.transactionID)
        _ = engine.takeEvents()
    }

    private func checkNothingIsDelivered(_ events: [StoreEvent]) throws {
        #expect(engine.unfinishedTransactions(account: Shop.flora).isEmpty)
        var finished = bought
        finished.isFinished = true
        #expect(engine.transactions(account: Shop.flora) == [finished])
        #expect(!events.map(\.name).contains(.redelivered))
        #expect(events.flatMap(\.transactions).filter { !$0.isFinished }.isEmpty)
    }

    @Test("A lower level for the next period delivers nothing")
    mutating func lower() throws {
        try engine.setRenewalProduct(Shop.posy, originalTransactionID: bought.transactionID)
        let events = engine.takeEvents()
        #expect(events.map(\.name) == [.renewalPreferenceChanged])
        #expect(events.compactMap(\.notification) == [StoreNotification(.didChangeRenewalPref, .downgrade)])
        try checkNothingIsDelivered(events)
    }

    @Test("Neither does keeping the product after all, and renewal is on again")
    mutating func kept() throws {
        let id = bought.transactionID
        try engine.setRenewalProduct(Shop.posy, originalTransactionID: id)
        try engine.setAutoRenew(false, originalTransactionID: id)
        _ = engine.takeEvents()
        try engine.setRenewalProduct(Shop.bouquet, originalTransactionID: id)
        let events = engine.takeEvents()
        #expect(events.map(\.name) == [.renewalPreferenceChanged, .autoRenewChanged])
        #expect(try engine.subscription(id).autoRenews)
        #expect(try engine.subscription(id).autoRenewProductID == Shop.bouquet)
        try checkNothingIsDelivered(events)
    }

    @Test("Choosing what there is changes nothing at all")
    mutating func unchanged() throws {
        let before = engine
        try engine.setRenewalProduct(Shop.bouquet, originalTransactionID: bought.transactionID)
        #expect(engine == before)
        try checkNothingIsDelivered(engine.takeEvents())
    }

    @Test("A higher level is a new transaction, which is delivered; the one that it replaces is not")
    func higher() throws {
        var engine = try Shop.engine()
        let posy = try engine.buy(Shop.posy)
        try engine.finish(transactionID: posy.transactionID)
        try engine.setRenewalProduct(Shop.bouquet, originalTransactionID: posy.transactionID)
        #expect(engine.unfinishedTransactions(account: Shop.flora).map(\.productID) == [Shop.bouquet])
        #expect(try engine.transaction(posy.transactionID).isUpgraded)
        #expect(try engine.transaction(posy.transactionID).isFinished)
    }

    @Test(
        "An app that asks for a lower level, or for the same again, gets the transaction there is",
        arguments: [Shop.posy, Shop.bouquet]
    )
    mutating func asked(product: String) throws {
        let answer = try engine.buy(product)
        #expect(answer.transactionID == bought.transactionID)
        #expect(engine.unfinishedTransactions(account: Shop.flora) == [answer])
    }

    @Test("A device of the customer has nothing to deliver at its next launch")
    func device() throws {
        let store = try Shop.store()
        let transaction = try store.buy(productID: Shop.bouquet, account: Shop.flora)
        try store.finish(transactionID: transaction.transactionID)
        try store.deviceChangeSubscription(
            DeviceMessages.SubscriptionChange(
                account: Shop.flora,
                originalTransactionID: transaction.transactionID,
                autoRenews: nil,
                productID: Shop.posy
            )
        )
        #expect(try store.subscription(transaction.transactionID).autoRenewProductID == Shop.posy)
        #expect(store.unfinishedTransactions(account: Shop.flora).isEmpty)
    }
}
