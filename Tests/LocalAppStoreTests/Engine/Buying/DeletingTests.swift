import AppStoreModels
import Foundation
import LocalAppStore
import Testing

/// What Xcode's transaction window can, and the App Store never does.
@Suite("Deleting the latest period of a subscription")
struct DeletingTests {
    /// Flora has the bouquet since 31 January; it is the 1st of April, and two periods have been renewed.
    private func subscribed() throws -> (StoreEngine, String) {
        var engine = try OfferShop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.advance(to: "2026-04-01T00:00:00Z")
        _ = engine.takeEvents()
        return (engine, id)
    }

    private func latest(_ engine: StoreEngine) throws -> StoreTransaction {
        try #require(engine.transactions(account: Shop.flora).last)
    }

    @Test("The period before is over: the subscription has ended, renews no more, and nobody is notified")
    func ended() throws {
        var (engine, id) = try subscribed()
        try engine.delete(transactionID: try latest(engine).transactionID)
        let subscription = try engine.subscription(id)
        #expect(engine.takeNotifications() == [])
        #expect(subscription.status == .expired)
        #expect(!subscription.autoRenews)
        #expect(subscription.expirationIntent == .customerCancelled)
        #expect(subscription.latestTransactionID == (try latest(engine)).transactionID)
        #expect(subscription.expiresDate == Shop.date("2026-03-31T10:00:00Z"))
        #expect(subscription.renewalCount == 1)
        let count = engine.transactions(account: Shop.flora).count
        try engine.advance(to: "2026-09-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).count == count)
    }

    @Test("It can be bought again, and goes on under its first transaction")
    func again() throws {
        var (engine, id) = try subscribed()
        try engine.delete(transactionID: try latest(engine).transactionID)
        let bought = try engine.buy(Shop.bouquet)
        #expect(bought.originalTransactionID == id)
        #expect(try engine.subscription(id).status == .active)
        #expect(engine.takeNotifications() == ["SUBSCRIBED/RESUBSCRIBE"])
    }

    @Test("Without the upgrade it is the lower level, which goes on")
    func upgrade() throws {
        var engine = try OfferShop.engine()
        let posy = try engine.buy(Shop.posy)
        let bouquet = try engine.buy(Shop.bouquet)
        #expect(try engine.transaction(posy.transactionID).isUpgraded)
        try engine.delete(transactionID: bouquet.transactionID)
        let subscription = try engine.subscription(posy.transactionID)
        #expect(subscription.status == .active)
        #expect(subscription.productID == Shop.posy)
        #expect(subscription.latestTransactionID == posy.transactionID)
        #expect(try engine.transaction(posy.transactionID) == posy)
        #expect(subscription.nextDueDate == posy.expiresDate)
        #expect(engine.nextDueDate == posy.expiresDate)
    }

    @Test("An earlier period takes nothing with it")
    func earlier() throws {
        var (engine, id) = try subscribed()
        let before = try engine.subscription(id)
        let middle = try #require(engine.transactions(account: Shop.flora).dropFirst().first)
        try engine.delete(transactionID: middle.transactionID)
        #expect(try engine.subscription(id) == before)
        #expect(engine.transactions(account: Shop.flora).count == 2)
    }

    @Test("The first transaction takes the whole subscription with it, and the trial can be had again")
    func first() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.posy).transactionID
        try engine.advance(to: "2026-04-01T00:00:00Z")
        try engine.delete(transactionID: id)
        #expect(engine.transactions(account: Shop.flora).isEmpty)
        #expect(engine.subscriptions.isEmpty)
        let group = try #require(try engine.buy(Shop.posy).subscriptionGroupID)
        #expect(try latest(engine).offer?.type == .introductory)
        #expect(!engine.isEligibleForIntroductoryOffer(account: Shop.flora, groupID: group))
    }

    @Test("A family member's share goes back as well")
    func family() throws {
        var engine = try OfferShop.engine()
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
        _ = try engine.buy(Shop.bouquet)
        try engine.advance(to: "2026-04-01T00:00:00Z")
        let share = try #require(engine.subscriptions(account: "fern").first)
        let before = engine.transactions(account: "fern")
        try engine.delete(transactionID: try latest(engine).transactionID)
        let after = try engine.subscription(share.originalTransactionID)
        #expect(engine.transactions(account: "fern") == before.dropLast())
        #expect(after.latestTransactionID == before.dropLast().last?.transactionID)
        #expect(after.status == .expired)
        #expect(after.sharing?.transactionID == (try latest(engine)).transactionID)
    }

    @Test("What replays the events has the same state")
    func replayed() throws {
        var (engine, _) = try subscribed()
        var copy = engine
        try engine.delete(transactionID: try latest(engine).transactionID)
        for event in engine.takeEvents() { copy.replay(event) }
        #expect(copy == engine)
    }
}
