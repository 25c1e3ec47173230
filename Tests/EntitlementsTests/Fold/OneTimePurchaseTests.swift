import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("What purchases that do not renew give")
struct OneTimePurchaseTests {
    @Test("A non-consumable is owned for ever")
    func nonConsumable() throws {
        let facts = PurchaseFacts(purchases: [
            Sample.purchase("7", product: "pro", on: 0) { $0.productType = .nonConsumable }
        ])
        let entitlement = try #require(facts.entitlements(at: Sample.day(9_999)).first)
        #expect(entitlement.state == .active)
        #expect(entitlement.reason == .purchased)
        #expect(entitlement.expiresDate == nil)
    }

    @Test("A purchase of unknown kind counts as bought for ever")
    func unknownKind() {
        let facts = PurchaseFacts(purchases: [Sample.purchase("7", product: "pro", on: 0)])
        #expect(facts.entitlements(at: Sample.day(1)).map(\.state) == [.active])
    }

    @Test("A refunded non-consumable is gone, unless it was bought again")
    func refundedNonConsumable() {
        var facts = PurchaseFacts(purchases: [
            Sample.purchase("7", product: "pro", on: 0, stated: 2) { $0.revocationDate = Sample.day(2) }
        ])
        #expect(facts.entitlements(at: Sample.day(3)).map(\.state) == [.revoked])
        facts.insert(Sample.purchase("8", product: "pro", on: 5))
        #expect(facts.entitlements(at: Sample.day(6)).map(\.state) == [.active])
    }

    @Test("A refund of a non-consumable takes its free repetitions along, but not what was bought after it")
    func refundedRepetition() {
        let rules = EntitlementRules(productTypes: ["pro": .nonConsumable])
        var facts = PurchaseFacts(purchases: [
            Sample.purchase("7", product: "pro", on: 0),
            Sample.purchase("8", product: "pro", on: 1, stated: 2) {
                $0.originalTransactionID = "7"
                $0.revocationDate = Sample.day(2)
                $0.revocationReason = .issueInApp
            },
        ])
        #expect(facts.entitlements(at: Sample.day(1), rules: rules).map(\.state) == [.active])
        #expect(facts.entitlements(at: Sample.day(3), rules: rules).map(\.reason) == [.refundedForIssueInApp])
        facts.insert(Sample.purchase("9", product: "pro", on: 5) { $0.originalTransactionID = "7" })
        #expect(facts.entitlements(at: Sample.day(6), rules: rules).map(\.state) == [.active])
    }

    @Test("Consumables have the quantity that was bought, refunds subtracted")
    func consumables() throws {
        let rules = EntitlementRules(productTypes: ["coins": .consumable])
        let facts = PurchaseFacts(purchases: [
            Sample.purchase("1", product: "coins", on: 0) { $0.quantity = 3 },
            Sample.purchase("2", product: "coins", on: 1),
            Sample.purchase("3", product: "coins", on: 2, stated: 3) { $0.revocationDate = Sample.day(3) },
        ])
        let entitlement = try #require(facts.entitlements(at: Sample.day(4), rules: rules).first)
        #expect(entitlement.state == .bought)
        #expect(entitlement.quantity == 4)
        #expect(!entitlement.isEntitled)
    }

    @Test(
        "A non-renewing subscription ends after the duration that the caller gives",
        arguments: [(29.0, EntitlementState.active), (30.0, .expired)]
    )
    func nonRenewing(day: Double, state: EntitlementState) throws {
        let rules = EntitlementRules(nonRenewingDurations: ["season": 30 * 86_400])
        let facts = PurchaseFacts(purchases: [Sample.purchase("1", product: "season", on: 0)])
        let entitlement = try #require(facts.entitlements(at: Sample.day(day), rules: rules).first)
        #expect(entitlement.state == state)
        #expect(entitlement.expiresDate == Sample.day(30))
        #expect(entitlement.productType == .nonRenewingSubscription)
    }

    @Test("A non-renewing subscription without a known duration has no known end")
    func nonRenewingWithoutDuration() {
        let facts = PurchaseFacts(purchases: [
            Sample.purchase("1", product: "season", on: 0) { $0.productType = .nonRenewingSubscription }
        ])
        let entitlements = facts.entitlements(at: Sample.day(400))
        #expect(entitlements.map(\.reason) == [.endUnknown])
        #expect(entitlements.map(\.expiresDate) == [nil])
    }

    @Test("What has not been bought yet gives nothing")
    func future() {
        let facts = PurchaseFacts(purchases: [Sample.purchase("1", product: "pro", on: 10)])
        #expect(facts.entitlements(at: Sample.day(1)).isEmpty)
    }
}
