import AppStoreModels
import Foundation
import LocalAppStore
import Testing

@Suite("Refunding")
struct RefundingTests {
    @Test("A refund marks the transaction with date and reason", arguments: [Shop.seeds, Shop.greenhouse, Shop.season])
    func oneTime(_ product: String) throws {
        var engine = try Shop.engine()
        let id = try engine.buy(product).transactionID
        try engine.advance(to: "2026-02-01T00:00:00Z")
        _ = engine.takeEvents()
        try engine.refund(transactionID: id, reason: .issueInApp)
        #expect(try engine.transaction(id).revocationDate == engine.now)
        #expect(try engine.transaction(id).revocationReason == .issueInApp)
        #expect(engine.takeNotifications() == ["REFUND"])
        #expect(throws: StoreError(.invalidState, "")) { try engine.refund(transactionID: id, reason: .other) }
        #expect(throws: StoreError(.unknownTransaction, "")) { try engine.refund(transactionID: "1", reason: .other) }
    }

    @Test("Refunding the current period ends the subscription and turns renewal off")
    func subscription() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.advance(to: "2026-03-05T00:00:00Z")
        _ = engine.takeEvents()
        let current = try #require(engine.transactions(account: Shop.flora).last)
        try engine.refund(transactionID: current.transactionID, reason: .other)
        let subscription = try engine.subscription(id)
        #expect(subscription.status == .revoked)
        #expect(!subscription.hasAccess)
        #expect(!subscription.autoRenews)
        #expect(engine.takeNotifications() == ["REFUND", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
        try engine.advance(to: "2027-01-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).count == 2)
        #expect(engine.takeNotifications().isEmpty)
    }

    @Test("Refunding an earlier period does not end the subscription")
    func earlierPeriod() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.advance(to: "2026-03-05T00:00:00Z")
        try engine.refund(transactionID: id, reason: .other)
        #expect(try engine.subscription(id).status == .active)
        #expect(try engine.subscription(id).autoRenews)
        #expect(engine.takeNotifications().last == "REFUND")
        try engine.advance(to: "2026-04-01T00:00:00Z")
        #expect(try engine.subscription(id).status == .active)
    }

    @Test("A refunded non-consumable goes with its free repetitions and costs money again")
    func nonConsumable() throws {
        var engine = try Shop.engine()
        let first = try engine.buy(Shop.greenhouse)
        let again = try engine.buy(Shop.greenhouse)
        try engine.refund(transactionID: first.transactionID, reason: .other)
        #expect(try engine.transaction(again.transactionID).revocationDate != nil)
        let third = try engine.buy(Shop.greenhouse)
        #expect(third.price.amount == Decimal(string: "9.99"))
        #expect(third.originalTransactionID == third.transactionID)
    }

    @Test("A refund taken back gives the purchase back; a subscription what is left of its period")
    func reversed() throws {
        var engine = try Shop.engine()
        let seeds = try engine.buy(Shop.seeds).transactionID
        let club = try engine.buy(Shop.bouquet).transactionID
        for id in [seeds, club] {
            #expect(throws: StoreError(.invalidState, "")) { try engine.reverseRefund(transactionID: id) }
            try engine.refund(transactionID: id, reason: .other)
        }
        _ = engine.takeEvents()
        var late = engine
        for id in [seeds, club] {
            try engine.reverseRefund(transactionID: id)
            #expect(try engine.transaction(id).revocationDate == nil)
            #expect(try engine.transaction(id).revocationReason == nil)
        }
        #expect(engine.takeNotifications() == ["REFUND_REVERSED", "REFUND_REVERSED"])
        #expect(try engine.subscription(club).status == .active)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try engine.subscription(club).status == .expired)
        try late.advance(to: "2026-03-01T00:00:00Z")
        try late.reverseRefund(transactionID: club)
        #expect(try late.subscription(club).status == .expired)
    }

    @Test("A declined refund changes nothing, but is told")
    func declined() throws {
        var engine = try Shop.engine()
        let transaction = try engine.buy(Shop.seeds)
        _ = engine.takeEvents()
        try engine.declineRefund(transactionID: transaction.transactionID)
        #expect(try engine.transaction(transaction.transactionID) == transaction)
        #expect(engine.takeNotifications() == ["REFUND_DECLINED"])
    }

    @Test("A restored copy cannot be refunded; the error names the purchase that can")
    func restoredCopy() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.greenhouse).transactionID
        try engine.finish(transactionID: id)
        let copy = try #require(try engine.restore(account: Shop.flora).first)
        let error = #expect(throws: StoreError.self) {
            try engine.refund(transactionID: copy.transactionID, reason: .other)
        }
        #expect(error?.code == .invalidState)
        #expect(error?.reason.contains(id) == true)
    }
}
