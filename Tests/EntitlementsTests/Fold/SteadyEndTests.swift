import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import Entitlements

@Suite("Until when entitlements stay as they are")
struct SteadyEndTests {
    private static let rules = EntitlementRules(
        nonRenewingDurations: ["season": 20 * 86_400],
        billingRetryPeriod: 10 * 86_400,
        leewayAfterExpiry: 86_400
    )

    @Test("Between two turning points nothing changes", arguments: 1...40 as ClosedRange<UInt64>)
    func steady(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let facts = Self.facts(&random)
        for _ in 0..<40 {
            let date = Sample.day(Double.random(in: 60...200, using: &random))
            guard let end = facts.steadyEnd(after: date, rules: Self.rules) else { continue }
            #expect(end > date)
            let now = facts.entitlements(at: date, rules: Self.rules)
            let span = min(end, Sample.day(400)).timeIntervalSince(date)
            for part in [0.001, 0.25, 0.5, 0.999] {
                #expect(facts.entitlements(at: date + span * part, rules: Self.rules) == now)
            }
        }
    }

    @Test("Every change of a subscription is a turning point")
    func turns() throws {
        let facts = PurchaseFacts(
            purchases: [Sample.period("1", from: 0), Sample.period("2", from: 30)],
            renewals: [Sample.renewal(stated: 30) { $0.autoRenewStatus = .on }]
        )
        var date = Sample.day(31)
        var states: [String] = []
        while date < Sample.day(400) {
            states.append(facts.entitlements(at: date, rules: Self.rules).map { "\($0.state) \($0.reason)" }.joined())
            date = try #require(facts.steadyEnd(after: date, rules: Self.rules))
        }
        #expect(Set(states) == ["active paidPeriod", "active renewalAwaited", "expired periodEnded"])
        #expect(facts.steadyEnd(after: Sample.day(400), rules: Self.rules) == .distantFuture)
    }

    @Test("What is dated ahead of the moment is asked about anew each time")
    func ahead() {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0, stated: 2)])
        #expect(facts.steadyEnd(after: Sample.day(1), rules: Self.rules) == nil)
        #expect(facts.steadyEnd(after: Sample.day(2), rules: Self.rules) != nil)
    }

    @Test("At the moment that is named a purchase has begun, also where the tolerance is lost by rounding")
    func rounding() throws {
        // So much that a date less it has fewer binary places than the date.
        let rules = EntitlementRules(clockTolerance: 3_000_000_000.1)
        let before = Sample.day(-50_000)
        for milliseconds in 0..<200 {
            let begin = 100 + Double(milliseconds) / 86_400_000
            let facts = PurchaseFacts(purchases: [Sample.purchase("1", product: "pro", on: begin, stated: -60_000)])
            let end = try #require(facts.steadyEnd(after: before, rules: rules))
            #expect(facts.entitlements(at: before, rules: rules).isEmpty)
            #expect(facts.entitlements(at: end, rules: rules).map(\.productID) == ["pro"], "\(milliseconds) ms")
        }
    }

    private static func facts(_ random: inout SeededGenerator) -> PurchaseFacts {
        var facts = PurchaseFacts()
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        for number in 0..<Int.random(in: 1...5, using: &random) {
            let begin = Double.random(in: 0...150, using: &random)
            let product = ["monthly", "yearly", "season", "pro"].randomElement(using: &random) ?? "pro"
            let stated = Double.random(in: 0...120, using: &random)
            facts.insert(
                Sample.period("\(number)", from: begin, product: product, stated: stated) { fact in
                    if ["season", "pro"].contains(product) { fact.expiresDate = nil }
                    fact.revocationDate = maybe(Sample.day(begin + 10)).flatMap { maybe($0) }
                    fact.isUpgraded = maybe(true).flatMap { maybe($0) } ?? false
                }
            )
            facts.insert(
                Sample.renewal(stated: stated) { fact in
                    fact.autoRenewStatus = maybe(.on) ?? .off
                    fact.isInBillingRetryPeriod = maybe(true)
                    fact.gracePeriodExpiresDate = maybe(Sample.day(begin + 36))
                    fact.autoRenewProductID = maybe("yearly")
                }
            )
        }
        return facts
    }
}
