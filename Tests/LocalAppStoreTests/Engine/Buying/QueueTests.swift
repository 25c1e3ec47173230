import AppStoreModels
import Foundation
import LocalAppStore
import Testing

@Suite("The payment queue: finishing, restoring, deleting")
struct QueueTests {
    @Test("A transaction is delivered until it is finished; finishing twice is harmless")
    func finishing() throws {
        var engine = try Shop.engine()
        let ids = try [Shop.seeds, Shop.greenhouse].map { try engine.buy($0).transactionID }
        #expect(engine.unfinishedTransactions(account: Shop.flora).map(\.transactionID) == ids)
        try engine.finish(transactionID: ids[0])
        try engine.finish(transactionID: ids[0])
        #expect(engine.unfinishedTransactions(account: Shop.flora).map(\.transactionID) == [ids[1]])
        #expect(engine.takeNames() == [.purchased, .purchased, .finished])
        #expect(throws: StoreError(.unknownTransaction, "")) { try engine.finish(transactionID: "nothing") }
    }

    @Test("Restoring covers finished non-consumables and auto-renewable subscriptions, nothing else")
    func restorable() throws {
        var engine = try Shop.engine()
        for product in [Shop.seeds, Shop.season, Shop.greenhouse, Shop.bouquet] {
            try engine.finish(transactionID: try engine.buy(product).transactionID)
        }
        try engine.advance(to: "2026-03-15T00:00:00Z")
        // The renewal is not finished yet.
        #expect(engine.restorableTransactions(account: Shop.flora).map(\.productID) == [Shop.greenhouse, Shop.bouquet])
        for transaction in engine.unfinishedTransactions(account: Shop.flora) {
            try engine.finish(transactionID: transaction.transactionID)
        }
        let copies = try engine.restore(account: Shop.flora)
        #expect(copies.map(\.productID) == [Shop.greenhouse, Shop.bouquet, Shop.bouquet])
    }

    @Test("A restored copy is a new transaction with a new date; restoring twice makes two; none is a purchase")
    func copies() throws {
        var engine = try Shop.engine()
        let original = try engine.buy(Shop.greenhouse)
        try engine.finish(transactionID: original.transactionID)
        try engine.advance(to: "2026-02-15T00:00:00Z")
        let first = try engine.restore(account: Shop.flora)
        let second = try engine.restore(account: Shop.flora)
        #expect(Set((first + second).map(\.transactionID) + [original.transactionID]).count == 3)
        for copy in first + second {
            #expect(copy.isRestored)
            #expect(copy.restoredTransactionID == original.transactionID)
            #expect(copy.originalTransactionID == original.transactionID)
            #expect(copy.purchaseDate == engine.now)
            #expect(copy.originalPurchaseDate == original.purchaseDate)
        }
        #expect(engine.transactions(account: Shop.flora).map(\.transactionID) == [original.transactionID])
        #expect(engine.unfinishedTransactions(account: Shop.flora) == first + second)
        try engine.finish(transactionID: first[0].transactionID)
        #expect(engine.restorableTransactions(account: Shop.flora).count == 1)
    }

    @Test("Nothing to restore is nothing, not an error; refunded purchases do not come back")
    func nothing() throws {
        var engine = try Shop.engine()
        #expect(try engine.restore(account: Shop.flora).isEmpty)
        let id = try engine.buy(Shop.greenhouse).transactionID
        try engine.finish(transactionID: id)
        try engine.refund(transactionID: id, reason: .other)
        #expect(try engine.restore(account: Shop.flora).isEmpty)
        #expect(throws: StoreError(.unknownAccount, "")) { _ = try engine.restore(account: "nobody") }
    }

    @Test("With a user name only what was bought with it is restored")
    func username() throws {
        var engine = try Shop.engine()
        let request = PurchaseRequest(productID: Shop.greenhouse, accountID: Shop.flora, applicationUsername: "rose")
        let id = try #require(try engine.purchase(request).transaction).transactionID
        try engine.finish(transactionID: id)
        #expect(try engine.restore(account: Shop.flora, applicationUsername: "tulip").isEmpty)
        #expect(try engine.restore(account: Shop.flora, applicationUsername: "rose").count == 1)
    }

    @Test("Deleting takes what came of it along: renewals and restored copies")
    func deleting() throws {
        var engine = try Shop.engine()
        let club = try engine.buy(Shop.posy).transactionID
        let house = try engine.buy(Shop.greenhouse).transactionID
        try engine.finish(transactionID: house)
        _ = try engine.restore(account: Shop.flora)
        try engine.advance(to: "2026-04-01T00:00:00Z")
        try engine.delete(transactionID: club)
        #expect(engine.transactions(account: Shop.flora).map(\.transactionID) == [house])
        #expect(engine.subscriptions.isEmpty)
        #expect(engine.isEligibleForIntroductoryOffer(account: Shop.flora, groupID: "5F1A0E77"))
        try engine.delete(transactionID: house)
        #expect(engine.unfinishedTransactions(account: Shop.flora).isEmpty)
        try engine.advance(to: "2026-05-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).isEmpty)
    }

    @Test("Clearing one account leaves the other, whose subscription still renews")
    func clearing() throws {
        var engine = try Shop.engine()
        try engine.createAccount(id: "fern")
        _ = try engine.buy(Shop.bouquet)
        _ = try engine.purchase(PurchaseRequest(productID: Shop.bouquet, accountID: "fern"))
        try engine.clearTransactions(account: Shop.flora)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).isEmpty)
        #expect(engine.transactions(account: "fern").count == 2)
        try engine.clearTransactions()
        #expect(engine.transactions(account: "fern").isEmpty)
        #expect(engine.accounts.count == 2)
    }
}
