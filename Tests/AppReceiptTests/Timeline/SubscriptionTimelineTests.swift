import AppReceipt
import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("The timeline of subscriptions")
struct SubscriptionTimelineTests {
    private static let start = TestAuthority.signingDate
    private static let day: TimeInterval = 86_400

    private func timeline(_ periods: [InAppPurchaseDraft]) throws -> SubscriptionTimeline {
        let data = try SampleReceipt.signed { $0.inAppPurchases = periods }
        return SubscriptionTimeline(try AppReceipt(wireForm: data).inAppPurchases)
    }

    /// A period of the chain 2000, its days counted from the start.
    private func period(
        _ id: Int,
        _ from: Double,
        _ until: Double,
        _ change: (inout InAppPurchaseDraft) -> Void = { _ in }
    ) -> InAppPurchaseDraft {
        var draft = SampleReceipt.subscription
        draft.transactionID = String(id)
        draft.isTrialPeriod = false
        draft.purchaseDate = Self.start + from * Self.day
        draft.expiresDate = Self.start + until * Self.day
        change(&draft)
        return draft
    }

    private func days(_ date: Date) -> Double { date.timeIntervalSince(Self.start) / Self.day }

    /// Kind, first day, last day and number of periods of each span.
    private func outline(_ chain: SubscriptionTimeline.Chain) -> [String] {
        chain.spans.map { "\($0.kind) \(Int(days($0.begin)))-\(Int(days($0.end))) ×\($0.periods)" }
    }

    @Test("Two hundred renewals without interruption are one span")
    func manyRenewals() throws {
        let periods = (0..<200).map { period(3000 + $0, Double($0) * 30, Double($0 + 1) * 30) }
        let chain = try #require(try timeline(periods.shuffled(seed: 7)).chains.first)
        #expect(outline(chain) == ["paid 0-6000 ×200"])
        #expect(chain.periods == 200)
        #expect(chain.originalTransactionID == "2000")
    }

    @Test("Trial, introductory price, refund and gap are spans of their own")
    func kinds() throws {
        let periods = [
            period(1, 0, 7) { $0.isTrialPeriod = true },
            period(2, 7, 37) { $0.isInIntroOfferPeriod = true },
            period(3, 37, 67),
            period(4, 67, 97),
            period(5, 110, 140) { $0.cancellationDate = Self.start + 115 * Self.day },
            period(6, 140, 170),
        ]
        let chain = try #require(try timeline(periods).chains.first)
        #expect(
            outline(chain) == [
                "trial 0-7 ×1", "introductory 7-37 ×1", "paid 37-97 ×2", "gap 97-110 ×0", "refunded 110-115 ×1",
                "gap 115-140 ×0", "paid 140-170 ×1",
            ]
        )
    }

    @Test("A renewal that comes a moment late leaves no gap, one that comes a day late does")
    func lateRenewal() throws {
        let late = try timeline([period(1, 0, 30), period(2, 30.2, 60)])
        #expect(late.chains.map(outline) == [["paid 0-60 ×2"]])
        let later = try timeline([period(1, 0, 30), period(2, 31, 61)])
        #expect(later.chains.map(outline) == [["paid 0-30 ×1", "gap 30-31 ×0", "paid 31-61 ×1"]])
    }

    @Test("A change of product begins a span; a restored copy of a period does not count twice")
    func products() throws {
        let upgrade = period(3, 30, 60) { $0.productID = "com.example.app.yearly" }
        let chain = try #require(try timeline([period(1, 0, 30), period(2, 0, 30), upgrade]).chains.first)
        #expect(outline(chain) == ["paid 0-30 ×1", "paid 30-60 ×1"])
        #expect(chain.productIDs == ["com.example.app.monthly", "com.example.app.yearly"])
    }

    @Test("Chains are told apart and come in the order in which they began")
    func chains() throws {
        let other = period(9, -10, 20) { $0.originalTransactionID = "1900" }
        let chains = try timeline([period(1, 0, 30), other]).chains
        #expect(chains.map(\.originalTransactionID) == ["1900", "2000"])
    }

    @Test("Purchases without an end are no part of it; an end before the beginning counts as the beginning")
    func oddities() throws {
        #expect(try timeline([SampleReceipt.nonConsumable]).chains.isEmpty)
        #expect(try timeline([period(1, 5, 2)]).chains.map(outline) == [["paid 5-5 ×1"]])
    }
}

extension Array {
    fileprivate func shuffled(seed: UInt64) -> [Element] {
        var generator = SeededGenerator(seed: seed)
        return shuffled(using: &generator)
    }
}
