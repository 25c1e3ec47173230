import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@Suite("The date until which access is owed")
struct AccessEndTests {
    @Test("Until it access is given, from it on it is not, by the same facts", arguments: UInt64(1)...150)
    func definition(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rules = EntitlementRules(
            clockTolerance: Bool.random(using: &random) ? 0 : 300,
            leewayAfterExpiry: [0, 3_600, 86_400].randomElement(using: &random) ?? 0
        )
        let now = Sample.day(Double.random(in: 0...150, using: &random))
        var facts = Self.facts(&random)
        if Bool.random(using: &random) {
            // Mostly nothing is known of what is still to come.
            let past = facts.purchases.filter { $0.purchaseDate <= now && $0.revocationDate ?? now <= now }
            facts = PurchaseFacts(purchases: past, renewals: facts.renewals)
        }
        for entitlement in facts.entitlements(at: now, rules: rules) where entitlement.isEntitled {
            let later = { (date: Date) in
                facts.entitlements(at: date, rules: rules).first { $0.productID == entitlement.productID }
            }
            guard let end = entitlement.accessEndDate else {
                Issue.record("seed \(seed): a subscription has an end")
                continue
            }
            #expect(end > now)
            #expect(later(end)?.isEntitled != true, "seed \(seed): \(entitlement.productID)")
            for part in [0.001, 0.25, 0.5, 0.75, 0.999] {
                let date = now.addingTimeInterval(end.timeIntervalSince(now) * part)
                #expect(later(date)?.isEntitled == true, "seed \(seed): \(entitlement.productID) at \(part)")
            }
        }
    }

    @Test("Of what has ended it is in the past", arguments: UInt64(1)...150)
    func ended(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let facts = Self.facts(&random)
        let now = Sample.day(Double.random(in: 0...150, using: &random))
        for entitlement in facts.entitlements(at: now) where !entitlement.isEntitled {
            guard let end = entitlement.accessEndDate else { continue }
            #expect(end <= now + 300, "seed \(seed): \(entitlement.productID) \(entitlement.state)")
        }
    }

    @Test("A non-consumable has none, until it is refunded")
    func nonConsumable() {
        var facts = PurchaseFacts(purchases: [Sample.purchase("7", product: "pro", on: 0)])
        #expect(facts.entitlements(at: Sample.day(9)).map(\.accessEndDate) == [nil])
        facts.insert(Sample.purchase("7", product: "pro", on: 0, stated: 8) { $0.revocationDate = Sample.day(8) })
        #expect(facts.entitlements(at: Sample.day(9)).map(\.accessEndDate) == [Sample.day(8)])
    }

    @Test("That of a non-renewing subscription follows from its duration")
    func nonRenewing() {
        let rules = EntitlementRules(nonRenewingDurations: ["season": 30 * 86_400])
        let facts = PurchaseFacts(purchases: [Sample.purchase("1", product: "season", on: 0)])
        #expect(facts.entitlements(at: Sample.day(9), rules: rules).map(\.accessEndDate) == [Sample.day(30)])
    }

    @Test(
        "The leeway is what the rules say, never longer than the period, and nothing where it is no number",
        arguments: [(0, 30), (21_600, 30.25), (40_000_000, 60), (-5, 30), (.nan, 30), (.infinity, 60)]
            as [(TimeInterval, Double)]
    )
    func leeway(seconds: TimeInterval, day: Double) {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        let rules = EntitlementRules(leewayAfterExpiry: seconds)
        #expect(facts.entitlements(at: Sample.day(1), rules: rules).map(\.accessEndDate) == [Sample.day(day)])
    }

    @Test("There is no leeway unless the rules say so")
    func defaultLeeway() { #expect(EntitlementRules().leewayAfterExpiry == 0) }

    /// One chain with everything that may happen to it, told truly and falsely.
    private static func facts(_ random: inout SeededGenerator) -> PurchaseFacts {
        let purchases = (0..<12).map { _ in
            let number = Int.random(in: 0..<5, using: &random)
            let stated = Double.random(in: 0...150, using: &random)
            return Sample.period("\(number)", from: Double(number) * 28, stated: stated) {
                $0.productID = ["basic", "premium"][number % 2]
                switch Int.random(in: 0..<6, using: &random) {
                case 0: $0.revocationDate = Sample.day(Double.random(in: 0...150, using: &random))
                case 1: $0.isUpgraded = true
                case 2: $0.expiresDate = Sample.day(Double(number) * 28 + 44)
                default: break
                }
            }
        }
        let renewals = (0..<4).map { _ in
            Sample.renewal(stated: Double.random(in: 0...150, using: &random)) {
                $0.autoRenewStatus = Bool.random(using: &random) ? .on : .off
                if Bool.random(using: &random) { $0.isInBillingRetryPeriod = true }
                if Bool.random(using: &random) {
                    $0.gracePeriodExpiresDate = Sample.day(Double.random(in: 20...160, using: &random))
                }
                if Int.random(in: 0..<4, using: &random) == 0 { $0.expirationIntent = .billingError }
            }
        }
        return PurchaseFacts(purchases: purchases, renewals: renewals)
    }
}
