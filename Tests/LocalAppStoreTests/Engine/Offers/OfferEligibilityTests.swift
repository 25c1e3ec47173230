import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

/// Who may have which offer: every kind of offer for every kind of customer.
@Suite("Eligibility for offers")
struct OfferEligibilityTests {
    /// How a customer stands to the group of the offer.
    enum Standing: String, Sendable, CaseIterable {
        case new, active, turnedOff, gracePeriod, billingRetry, expired, refunded, familyMember
    }

    /// Which offers each may have: promotional, win-back, and codes for new, existing and former subscribers.
    private static let table: [(Standing, Set<String>)] = [
        (.new, ["new"]),
        (.active, ["promotional", "existing"]),
        (.turnedOff, ["promotional", "existing"]),
        (.gracePeriod, ["promotional", "existing"]),
        (.billingRetry, ["promotional", "existing"]),
        (.expired, ["promotional", "winBack", "expired"]),
        (.refunded, ["promotional", "winBack", "expired"]),
        // A family member never bought the subscription.
        (.familyMember, ["new"]),
    ]

    private static let offers: [String: PurchaseOffer] = [
        "promotional": .unsignedPromotional(identifier: "spring"), "winBack": .winBack(identifier: "return"),
        "new": .code(referenceName: "New Only"), "existing": .code(referenceName: "Existing Only"),
        "expired": .code(referenceName: "Expired Only"),
    ]

    @Test("Each kind of offer for each kind of customer", arguments: table)
    func eligibility(_ standing: Standing, _ allowed: Set<String>) throws {
        for (name, offer) in Self.offers {
            var engine = try customer(standing)
            let before = engine.transactions(account: Shop.flora).count
            let outcome = try engine.purchase(offer)
            if allowed.contains(name) {
                #expect(outcome.transaction != nil, "\(name)")
            } else {
                #expect(engine.lastFailure().failure == .ineligibleForOffer, "\(name)")
                #expect(!engine.lastFailure().reason.isEmpty)
                #expect(engine.transactions(account: Shop.flora).count == before)
            }
        }
    }

    @Test("The introductory offer is for who never had one of the group", arguments: Standing.allCases)
    func introductory(_ standing: Standing) throws {
        var engine = try customer(standing)
        let isNew = standing == .new || standing == .familyMember
        #expect(engine.isEligibleForIntroductoryOffer(account: Shop.flora, groupID: "5F1A0E77") == isNew)
        let bought = try engine.buy(Shop.posy)
        if isNew {
            #expect(bought.offer?.type == .introductory)
        } else {
            #expect(engine.transactions(account: Shop.flora).filter { $0.offer?.type == .introductory }.count == 1)
        }
    }

    @Test(
        "Who never had one has it with a new subscription, and not with a change of plan",
        arguments: [
            (.active, false), (.turnedOff, false), (.gracePeriod, false), (.billingRetry, false), (.expired, true),
            (.refunded, true),
        ] as [(Standing, Bool)]
    )
    func neverIntroduced(_ standing: Standing, _ mayHave: Bool) throws {
        var engine = try customer(standing, of: Self.trialOfHigherLevel(), on: "2026-03-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).allSatisfy { $0.offer == nil })
        #expect(engine.isEligibleForIntroductoryOffer(account: Shop.flora, groupID: "5F1A0E77") == mayHave)
        let bought = try engine.buy(Shop.bouquet)
        #expect(bought.productID == Shop.bouquet)
        #expect((bought.offer?.type == .introductory) == mayHave)
        #expect((bought.price.amount == 0) == mayHave)
        // Now she is subscribed, with or without it.
        #expect(!engine.isEligibleForIntroductoryOffer(account: Shop.flora, groupID: "5F1A0E77"))
    }

    /// The same shop, but the trial is one of the higher level.
    private static func trialOfHigherLevel() throws -> StoreConfiguration {
        var configuration = try OfferShop.configuration()
        var plans = configuration.subscriptionGroups[0].subscriptions
        let trial = plans[1].json["introductoryOffer"]
        plans[0].json["introductoryOffer"] = trial
        plans[1].json["introductoryOffer"] = .null
        configuration.subscriptionGroups[0].subscriptions = plans
        return configuration
    }

    /// Flora, who had the lower level unless she is new: in February, with the introductory offer if that has one.
    private func customer(
        _ standing: Standing,
        of configuration: StoreConfiguration? = nil,
        on day: String = "2026-02-08T00:00:00Z"
    ) throws -> StoreEngine {
        var engine = try OfferShop.engine(configuration) {
            $0.billingRetryOnRenewalEnabled = standing == .gracePeriod || standing == .billingRetry
            $0.billingGracePeriodEnabled = standing == .gracePeriod
        }
        if standing == .new { return engine }
        if standing == .familyMember {
            try engine.createFamily(id: "bloom", organizer: "fern")
            try engine.joinFamily(id: "bloom", account: Shop.flora)
            _ = try engine.purchase(PurchaseRequest(productID: Shop.posy, accountID: "fern"))
            #expect(engine.subscriptions(account: Shop.flora).map(\.hasAccess) == [true])
            return engine
        }
        let id = try engine.buy(Shop.posy).transactionID
        try engine.advance(to: day)
        switch standing {
        case .turnedOff: try engine.setAutoRenew(false, originalTransactionID: id)
        case .expired: try engine.expire(originalTransactionID: id)
        case .refunded:
            try engine.refund(transactionID: engine.subscription(id).latestTransactionID, reason: .other)
        default: break
        }
        return engine
    }
}
