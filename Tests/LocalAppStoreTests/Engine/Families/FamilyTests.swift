import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Families")
struct FamilyTests {
    /// Flora's family with Fern; Rose is alone.
    private func family() throws -> StoreEngine {
        var engine = try OfferShop.engine()
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
        _ = engine.takeEvents()
        return engine
    }

    @Test(
        "What may be shared reaches the family, nothing else does",
        arguments: [
            (Shop.greenhouse, true), (Shop.seeds, false), (Shop.season, false), (Shop.bouquet, true),
        ]
    )
    func sharing(_ product: String, _ isShared: Bool) throws {
        var engine = try family()
        let bought = try engine.buy(product)
        let shared = engine.transactions(account: "fern")
        #expect(shared.map(\.productID) == (isShared ? [product] : []))
        #expect(engine.transactions(account: "rose").isEmpty)
        for transaction in shared {
            #expect(transaction.ownership == .familyShared)
            #expect(transaction.transactionID == transaction.originalTransactionID)
            #expect(transaction.sharedTransactionID == bought.transactionID)
            #expect(transaction.price.amount == 0)
        }
    }

    @Test("A member follows the purchaser through renewal, failure and end")
    func followsSubscription() throws {
        var engine = try family()
        let id = try engine.buy(Shop.bouquet).transactionID
        #expect(engine.takeNotifications() == ["SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/INITIAL_BUY"])
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(engine.takeNotifications() == ["DID_RENEW", "DID_RENEW"])
        #expect(engine.transactions(account: "fern").count == 2)
        try engine.setRules(AccountRules(renewalChargesFail: true), account: Shop.flora)
        try engine.advance(to: "2026-04-01T00:00:00Z")
        #expect(engine.takeNotifications() == ["DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW"])
        let share = try #require(engine.subscriptions(account: "fern").first)
        #expect(share.status == .billingRetryPeriod)
        #expect(share.sharing?.originalTransactionID == id)
        try engine.advance(to: "2026-07-01T00:00:00Z")
        #expect(try engine.subscription(share.originalTransactionID).status == .expired)
    }

    @Test("Losing the purchase revokes the share", arguments: ["refund", "leave", "stop sharing", "dissolve"])
    func revocation(_ way: String) throws {
        var engine = try family()
        let greenhouse = try engine.buy(Shop.greenhouse).transactionID
        let bouquet = try engine.buy(Shop.bouquet).transactionID
        _ = engine.takeEvents()
        switch way {
        case "refund":
            try engine.refund(transactionID: greenhouse, reason: .other)
            try engine.refund(transactionID: bouquet, reason: .other)
        case "leave": try engine.leaveFamily(account: "fern")
        case "stop sharing":
            try engine.setFamilySharing(false, originalTransactionID: greenhouse)
            try engine.setFamilySharing(false, originalTransactionID: bouquet)
        default: try engine.leaveFamily(account: Shop.flora)
        }
        #expect(engine.takeNotifications().filter { $0 == "REVOKE" }.count == 2)
        #expect(engine.transactions(account: "fern").allSatisfy { $0.revocationDate == engine.now })
        #expect(engine.subscriptions(account: "fern").map(\.status) == [.revoked])
        #expect(engine.transactions(account: Shop.flora).allSatisfy { ($0.revocationDate != nil) == (way == "refund") })
    }

    @Test("Sharing again, or a refund that is taken back, gives it back", arguments: [Shop.greenhouse, Shop.bouquet])
    func givenBack(_ product: String) throws {
        var engine = try family()
        let id = try engine.buy(product).transactionID
        let shared = engine.transactions(account: "fern").map(\.transactionID)
        try engine.refund(transactionID: id, reason: .other)
        #expect(engine.subscriptions(account: "fern").allSatisfy { !$0.autoRenews })
        try engine.reverseRefund(transactionID: id)
        #expect(engine.transactions(account: "fern").last?.revocationDate == nil)
        #expect(engine.transactions(account: "fern").map(\.transactionID) == shared, "the same one as before")
        try engine.setFamilySharing(false, originalTransactionID: id)
        #expect(engine.transactions(account: "fern").last?.revocationDate != nil)
        try engine.setFamilySharing(true, originalTransactionID: id)
        #expect(engine.transactions(account: "fern").last?.revocationDate == nil)
    }

    @Test("Who joins later gets what was bought before, and shares its own")
    func joiningLater() throws {
        var engine = try OfferShop.engine()
        _ = try engine.buy(Shop.bouquet)
        _ = try engine.purchase(PurchaseRequest(productID: Shop.greenhouse, accountID: "fern"))
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
        #expect(engine.transactions(account: "fern").map(\.productID) == [Shop.greenhouse, Shop.bouquet])
        #expect(engine.transactions(account: Shop.flora).map(\.productID) == [Shop.bouquet, Shop.greenhouse])
    }

    @Test("Who joins after a renewal begins with a purchase of its own")
    func joiningAfterRenewal() throws {
        var engine = try OfferShop.engine()
        _ = try engine.buy(Shop.bouquet)
        try engine.advance(to: "2026-03-05T00:00:00Z")
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
        #expect(engine.transactions(account: "fern").map(\.reason) == [.purchase])
        try engine.advance(to: "2026-04-05T00:00:00Z")
        #expect(engine.transactions(account: "fern").map(\.reason) == [.purchase, .renewal])
    }

    @Test("What only the purchaser may do is refused to a member, and nothing changes")
    func membersMayNot() throws {
        var engine = try family()
        _ = try engine.buy(Shop.bouquet)
        let share = try #require(engine.subscriptions(account: "fern").first).originalTransactionID
        let commands: [EngineCommand] = [
            .setAutoRenew(false, originalTransactionID: share), .expire(originalTransactionID: share),
            .extendRenewal(originalTransactionID: share, days: 1), .resolveBilling(originalTransactionID: share),
            .refund(transactionID: share, reason: .other), .requestRefund(transactionID: share, reason: "OTHER"),
            .setFamilySharing(false, originalTransactionID: share),
        ]
        let before = engine
        for command in commands {
            #expect(throws: StoreError(.familyShared, "")) { try engine.handle(command) }
            #expect(engine == before, "\(command)")
        }
    }

    @Test("Families that cannot be are refused, and nothing changes")
    func refusals() throws {
        var engine = try family()
        let cases: [(EngineCommand, StoreError.Code)] = [
            (.createFamily(id: "bloom", organizer: "rose"), .familyExists),
            (.createFamily(id: "", organizer: "rose"), .invalidValue),
            (.createFamily(id: "thorn", organizer: "nobody"), .unknownAccount),
            (.createFamily(id: "thorn", organizer: "fern"), .invalidState),
            (.joinFamily(id: "thorn", account: "rose"), .unknownFamily),
            (.joinFamily(id: "bloom", account: "fern"), .invalidState),
            (.leaveFamily(account: "rose"), .invalidState),
            (.setFamilySharing(false, originalTransactionID: "1"), .unknownTransaction),
        ]
        let before = engine
        for (command, code) in cases {
            #expect(throws: StoreError(code, "")) { try engine.handle(command) }
            #expect(engine == before, "\(command)")
        }
        for number in 3...6 {
            try engine.createAccount(id: "member \(number)")
            try engine.joinFamily(id: "bloom", account: "member \(number)")
        }
        #expect(throws: StoreError(.familyFull, "")) { try engine.joinFamily(id: "bloom", account: "rose") }
    }
}
