import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("For whom offers are")
struct OfferStandingTests {
    private static let group = OfferGroup(productIDs: ["monthly", "yearly"])
    private static let begin = Date(timeIntervalSince1970: 1_700_000_000)

    private static func period(_ product: String = "monthly", day: Double = 0, days: Double = 30) -> PurchaseFact {
        let date = begin + day * 86_400
        var fact = PurchaseFact(
            transactionID: "\(Int(day) + 1_000)",
            originalTransactionID: "1000",
            productID: product,
            environment: .production,
            purchaseDate: date,
            statedDate: date
        )
        fact.productType = .autoRenewableSubscription
        fact.expiresDate = date + days * 86_400
        fact.subscriptionGroupID = "club"
        return fact
    }

    private static func standing(_ facts: [PurchaseFact], at day: Double = 10) -> OfferStanding {
        OfferStanding(in: group, facts, PurchaseFacts(purchases: facts).entitlements(at: begin + day * 86_400))
    }

    private static func audiences(_ standing: OfferStanding) -> Set<OfferAudience> {
        Set(OfferAudience.allCases.filter { $0.includes(standing) })
    }

    @Test("Who never had a subscription of the group is nobody's audience, and the App Store decides introductions")
    func nobody() {
        var coins = Self.period("coins")
        coins.expiresDate = nil
        coins.productType = .consumable
        coins.subscriptionGroupID = nil
        var other = Self.period("magazine")
        other.subscriptionGroupID = "press"
        for facts in [[], [coins], [other]] {
            let standing = Self.standing(facts)
            #expect(Self.audiences(standing) == [])
            #expect(standing.newestTransactionID == nil)
            #expect(IntroductoryOfferRule.once.decision(standing) == nil)
            #expect(IntroductoryOfferRule.again.decision(standing) == nil)
        }
    }

    @Test("A subscriber is current until the end, and lapsed after it", arguments: [(29.0, true), (30, false)])
    func subscriber(day: Double, isCurrent: Bool) {
        let standing = Self.standing([Self.period()], at: day)
        #expect(Self.audiences(standing) == (isCurrent ? [.subscribers, .current] : [.subscribers, .lapsed]))
    }

    @Test("A refund takes the access and not that there was a subscription")
    func refunded() {
        var fact = Self.period()
        fact.revocationDate = Self.begin + 86_400
        #expect(Self.audiences(Self.standing([fact])) == [.subscribers, .lapsed])
    }

    @Test("What a family member has is somebody else's")
    func family() {
        var fact = Self.period()
        fact.inAppOwnershipType = .familyShared
        #expect(Self.audiences(Self.standing([fact])) == [])
    }

    @Test("A product that is not sold any more is of the group if the App Store says so")
    func oldProduct() {
        let old = Self.period("weekly", day: 0, days: 7)
        #expect(Self.audiences(Self.standing([old])) == [])
        #expect(Self.audiences(Self.standing([old, Self.period(day: 7)])) == [.subscribers, .current])
        var trial = old
        trial.offerType = .introductory
        #expect(Self.standing([trial, Self.period(day: 7)]).hadIntroduction)
    }

    @Test("The newest transaction is the one that the offer is bound to")
    func newest() {
        let facts = [Self.period(day: 30), Self.period(day: 60), Self.period()]
        #expect(Self.standing(facts, at: 61).newestTransactionID == "1060")
    }

    @Test(
        "Introductions: once refuses a second, again gives one to who has nothing any more",
        arguments: [
            (IntroductoryOfferRule.once, false, 10.0, nil), (.once, true, 10, false), (.once, true, 40, false),
            (.once, false, 40, nil), (.again, true, 10, false), (.again, true, 40, true), (.again, false, 40, true),
        ] as [(IntroductoryOfferRule, Bool, Double, Bool?)]
    )
    func introductions(rule: IntroductoryOfferRule, hadTrial: Bool, day: Double, decision: Bool?) {
        var fact = Self.period()
        fact.isFreeTrial = hadTrial
        #expect(rule.decision(Self.standing([fact], at: day)) == decision)
    }

    @Test(
        "A period that was free by another offer was no introduction",
        arguments: [
            (nil, true), (.introductory, true), (.promotional, false), (.offerCode, false), (.winBack, false),
            (OfferType(rawValue: 99), false),
        ] as [(OfferType?, Bool)]
    )
    func freePeriods(offer: OfferType?, isIntroduction: Bool) {
        var fact = Self.period()
        (fact.isFreeTrial, fact.offerDiscountType, fact.offerType) = (true, .freeTrial, offer)
        #expect(Self.standing([fact]).hadIntroduction == isIntroduction)
        #expect(IntroductoryOfferRule.once.decision(Self.standing([fact])) == (isIntroduction ? false : nil))
    }

    @Test(
        "Groups that contradict themselves are refused",
        arguments: [
            [OfferGroup(productIDs: ["a"]), OfferGroup(productIDs: ["a", "b"])],
            [OfferGroup(productIDs: ["a"], promotional: ["b": ["o": .current]])],
            [OfferGroup(productIDs: [""])],
            [OfferGroup(productIDs: ["a"], promotional: ["a": ["o\u{2063}": .current]])],
        ]
    )
    func mistakes(groups: [OfferGroup]) {
        #expect(groups.mistake != nil)
        #expect([Self.group].mistake == nil)
    }
}
