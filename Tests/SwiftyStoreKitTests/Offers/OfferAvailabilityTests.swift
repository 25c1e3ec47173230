import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Whether a customer may have an offer, and why", .timeLimit(.minutes(15)))
struct OfferAvailabilityTests {
    private static let new = GroupHistory(storeAllowsIntroductoryOffer: true)
    private static let subscriber = GroupHistory(
        isSubscribed: true,
        wasSubscribed: true,
        storeAllowsIntroductoryOffer: false
    )
    private static let former = GroupHistory(
        wasSubscribed: true,
        hadIntroductoryOffer: true,
        storeAllowsIntroductoryOffer: false,
        winBackOfferIDs: ["return"]
    )

    @Test(
        "The rules, as a table",
        arguments: [
            (new, OfferKind.introductory, "eligible", "no-introductory-offer-yet"),
            (new, .promotional, "ineligible", "never-subscribed"),
            (new, .winBack(id: "return"), "ineligible", "never-subscribed"),
            (subscriber, .introductory, "ineligible", "subscribed-now"),
            (subscriber, .promotional, "eligible", "subscribed-now"),
            (subscriber, .winBack(id: "return"), "ineligible", "subscribed-now"),
            (former, .introductory, "ineligible", "introductory-offer-used"),
            (former, .promotional, "eligible", "subscribed-before"),
            (former, .winBack(id: "return"), "eligible", "named-by-the-store"),
            (former, .winBack(id: "other"), "ineligible", "not-named-by-the-store"),
            (GroupHistory(wasSubscribedInApp: true), .promotional, "eligible", "subscribed-before"),
            (GroupHistory(wasSubscribedInApp: true), .winBack(id: "return"), "ineligible", "never-subscribed"),
            (GroupHistory(storeAllowsIntroductoryOffer: false), .introductory, "ineligible", "refused-by-the-store"),
            (GroupHistory(), .introductory, "unknown", "store-not-reached"),
            (GroupHistory(isKnown: false), .promotional, "unknown", "store-not-reached"),
            (GroupHistory(isVerified: false), .winBack(id: "return"), "unknown", "not-verified"),
            (new, .other, "unknown", "unknown-kind"),
        ] as [(GroupHistory, OfferKind, String, String)]
    )
    func rules(history: GroupHistory, kind: OfferKind, answer: String, reason: String) {
        let eligibility = history.eligibility(for: kind)
        #expect(eligibility.answer.rawValue == answer)
        #expect(eligibility.reason.rawValue == reason)
        #expect(eligibility.isEligible == (answer == "eligible"))
        #expect(eligibility.description == "\(answer): \(eligibility.reason.explanation)")
        #expect(eligibility.needsSignature == (kind == .promotional))
    }

    @Test("Each reason is a sentence of its own", arguments: OfferAvailability.Reason.allCases)
    func sentences(reason: OfferAvailability.Reason) {
        #expect(reason.explanation.hasSuffix("."))
        let same = OfferAvailability.Reason.allCases.filter { $0.explanation == reason.explanation }
        #expect(same == [reason])
    }

    private func answers(_ bench: ModernBench, _ id: String = SampleShop.posy) async throws -> [String] {
        let product = try await bench.product(id)
        let choices = await bench.app { await product.offerChoices() }
        return choices.map { "\($0.offer.id ?? "introductory") \($0.eligibility.reason.rawValue)" }
    }

    @Test func `A life with a subscription: new, subscribed, and coming back`() async throws {
        let bench = try ModernBench()
        #expect(
            try await answers(bench) == [
                "introductory no-introductory-offer-yet", "return never-subscribed", "spring never-subscribed",
            ]
        )
        let posy = try await bench.product(SampleShop.posy)
        #expect(await bench.app { await posy.bestOffer() }?.paymentMode == .freeTrial)
        let bought = try bench.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        #expect(
            try await answers(bench) == [
                "introductory introductory-offer-used", "return subscribed-now", "spring subscribed-now",
            ]
        )
        #expect(await bench.app { await posy.bestOffer() } == nil)
        try bench.store.setAutoRenew(false, originalTransactionID: bought.transactionID)
        try bench.store.advance(days: 60)
        let later = try await answers(bench)
        #expect(later.contains("introductory introductory-offer-used"))
        #expect(later.contains("spring subscribed-before"))
        #expect(later.contains { $0.hasPrefix("return ") && $0 != "return never-subscribed" })
    }

    @Test func `What is no subscription has no offers`() async throws {
        #expect(try await answers(try ModernBench(), SampleShop.seeds).isEmpty)
    }

    @Test func `A store that goes away in the middle is not taken for one that refuses`() async throws {
        let bench = try ModernBench()
        let posy = try await bench.product(SampleShop.posy)
        // Of no group: it is read, and looked at by nobody.
        try bench.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        let store = bench.store
        // Subscriptions were asked for by then; introductory offers were not.
        bench.device.settings.verificationFailure = {
            _ = try? store.setFault(StoreFault(.offline))
            return nil
        }
        let choices = await bench.app { await posy.offerChoices() }
        let introductory = try #require(choices.first)
        #expect(introductory.eligibility.answer == .unknown)
        #expect(introductory.eligibility.reason == .storeNotReached)
    }

    @Test func `A store that is away makes the answers unknown; so does what is not verified`() async throws {
        let bench = try ModernBench()
        let posy = try await bench.product(SampleShop.posy)
        try bench.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        bench.device.settings.verificationFailure = { .invalidSignature }
        let unverified = await bench.app { await posy.offerChoices() }
        #expect(Set(unverified.map(\.eligibility.reason)) == [.notVerified])
        bench.device.settings.verificationFailure = { nil }
        try bench.store.setFault(StoreFault(.offline))
        let away = await bench.app { await posy.offerChoices() }
        #expect(away.count == 3)
        #expect(Set(away.map(\.eligibility.answer)) == [.unknown])
        #expect(Set(away.map(\.eligibility.reason)) == [.storeNotReached])
    }
}
