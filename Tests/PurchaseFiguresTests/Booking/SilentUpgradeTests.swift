import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("An upgrade of which only the new transaction is heard")
struct SilentUpgradeTests {
    /// One who takes a higher level after ten days; another stays.
    private static func shop(isTold: Bool) throws -> Shop {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10")
        if isTold { try shop.restate("1", stated: "2026-01-20") { $0.isUpgraded = true } }
        try shop.period("2", of: "1", "yearly", "2026-01-20", "2027-01-20", "96")
        try shop.period("7", of: "7", "monthly", "2026-01-12", "2026-02-12", "10")
        return shop
    }

    @Test("It counts as one that is told of both, once")
    func once() throws {
        let (silent, told) = (try Self.shop(isTold: false), try Self.shop(isTold: true))
        #expect(
            Set(silent.rules.contributions(of: silent.facts)) == Set(told.rules.contributions(of: told.facts))
        )
        #expect(try silent.line(of: ActiveSubscriptions.self, "2026-01-20", "2026-01-21") == ["2"])
        #expect(try silent.line(of: MonthlyRecurringRevenue.self, "2026-01-20", "2026-01-21") == ["18"])
    }

    @Test("When the new one is refunded, nothing is left of the old one")
    func refunded() throws {
        var shops = (silent: try Self.shop(isTold: false), told: try Self.shop(isTold: true))
        try shops.silent.refund("2", "2026-01-25")
        try shops.told.refund("2", "2026-01-25")
        let silent = shops.silent
        #expect(
            Set(silent.rules.contributions(of: silent.facts))
                == Set(shops.told.rules.contributions(of: shops.told.facts))
        )
        #expect(
            try silent.line(of: ActiveSubscriptions.self, "2026-01-24", "2026-01-26", by: .day) == ["2", "1"]
        )
    }

    @Test("A change at the renewal, dated some hours ahead, is none: the period before is renewed")
    func chargedAhead() throws {
        var (ahead, onTime) = (Shop(), Shop())
        for start in ["2026-02-09T20:00:00Z", "2026-02-10"] {
            var shop = Shop()
            try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10")
            try shop.period("2", of: "1", "yearly", start, "2027-02-10", "96") { $0.transactionReason = .renewal }
            if start.count == 10 { onTime = shop } else { ahead = shop }
        }
        for shop in [ahead, onTime] {
            let lost = try shop.line("lost", of: NewAndLost.self, "2026-02-01", "2026-03-01")
            #expect(lost == ["0"])
            #expect(shop.rules.contributions(of: shop.facts).contains { $0.key.measure == .renewed })
        }
    }
}
