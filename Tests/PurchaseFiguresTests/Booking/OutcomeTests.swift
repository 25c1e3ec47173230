import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("What becomes of trials, charges and prices")
struct OutcomeTests {
    private func values(_ shop: Shop, _ figure: any PurchaseFigure.Type, asOf: String) throws -> [String: String] {
        let lines = try shop.series(figure, "2026-01-01", "2026-02-01", asOf: asOf).lines
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.name, $0.points[0].value.text ?? "-") })
    }

    @Test("A trial whose renewal is turned off is lost from then on, and again not when it is turned on")
    func cancelledTrial() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-05", "2026-01-12", "0")
        try shop.renewal(of: "1", stated: "2026-01-05") { $0.autoRenewStatus = .on }
        try shop.renewal(of: "1", stated: "2026-01-08") { $0.autoRenewStatus = .off }
        #expect(try values(shop, TrialConversion.self, asOf: "2026-01-08")["pending"] == "1")
        #expect(try values(shop, TrialConversion.self, asOf: "2026-01-09")["lost"] == "1")
        // It runs until its end all the same.
        #expect(try shop.line(of: ActiveTrials.self, "2026-01-10", "2026-01-13", by: .day) == ["1", "1", "0"])
        try shop.renewal(of: "1", stated: "2026-01-10") { $0.autoRenewStatus = .on }
        #expect(try values(shop, TrialConversion.self, asOf: "2026-01-11")["pending"] == "1")
    }

    @Test("A trial whose charge failed is pending until the App Store gives up")
    func failingTrial() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-05", "2026-01-12", "0")
        try shop.renewal(of: "1", stated: "2026-01-12") { $0.isInBillingRetryPeriod = true }
        #expect(try values(shop, TrialConversion.self, asOf: "2026-03-13")["pending"] == "1")
        #expect(try values(shop, TrialConversion.self, asOf: "2026-03-14")["lost"] == "1")
        try shop.period("2", of: "1", "monthly", "2026-02-01", "2026-03-01", "10")
        #expect(try values(shop, TrialConversion.self, asOf: "2026-03-14")["converted"] == "1")
    }

    @Test("Who comes back long after the trial has converted, however late")
    func lateConversion() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-05", "2026-01-12", "0")
        try shop.period("2", of: "1", "monthly", "2026-06-01", "2026-07-01", "10")
        #expect(
            try values(shop, TrialConversion.self, asOf: "2026-05-01")
                == ["converted": "0", "lost": "1", "pending": "0", "started": "1"]
        )
        #expect(
            try values(shop, TrialConversion.self, asOf: "2026-07-01")
                == ["converted": "1", "lost": "0", "pending": "0", "started": "1"]
        )
    }

    /// How a charge that failed on 2026-01-12 ends.
    struct Recovery: CustomTestStringConvertible, Sendable {
        var name: String
        var recovered: String?
        var stopped: String?
        var asOf: String
        var outcome: [String: String]
        var testDescription: String { name }
    }

    private static let recoveries: [Recovery] = [
        Recovery(
            name: "still tried",
            asOf: "2026-02-01",
            outcome: ["failed": "1", "recovered": "0", "lost": "0", "pending": "1"]
        ),
        Recovery(
            name: "given up after 60 days",
            asOf: "2026-03-14",
            outcome: ["failed": "1", "recovered": "0", "lost": "1", "pending": "0"]
        ),
        Recovery(
            name: "recovered",
            recovered: "2026-01-25",
            asOf: "2026-02-01",
            outcome: ["failed": "1", "recovered": "1", "lost": "0", "pending": "0"]
        ),
        Recovery(
            name: "cancelled while it was tried",
            stopped: "2026-01-20",
            asOf: "2026-02-01",
            outcome: ["failed": "1", "recovered": "0", "lost": "1", "pending": "0"]
        ),
        Recovery(
            name: "bought again after that",
            recovered: "2026-01-25",
            stopped: "2026-01-20",
            asOf: "2026-02-01",
            outcome: ["failed": "1", "recovered": "0", "lost": "1", "pending": "0"]
        ),
    ]

    @Test("Charges that fail", arguments: recoveries)
    func recovery(_ recovery: Recovery) throws {
        var shop = Shop()
        try shop.period("1", of: "1", "weekly", "2026-01-05", "2026-01-12", "7")
        try shop.renewal(of: "1", stated: "2026-01-12") { $0.isInBillingRetryPeriod = true }
        if let stopped = recovery.stopped {
            try shop.renewal(of: "1", stated: stopped) { $0.expirationIntent = .billingError }
        }
        if let recovered = recovery.recovered {
            try shop.period("2", of: "1", "weekly", recovered, "2026-02-01", "7")
        }
        #expect(try values(shop, BillingRecovery.self, asOf: recovery.asOf) == recovery.outcome)
        // Billing retry is not paid for.
        #expect(try shop.line(of: ActiveSubscriptions.self, "2026-01-12", "2026-01-13") == ["0"])
    }

    @Test("A charge that succeeded in the end is a renewal", arguments: [(true, ["1", "1"]), (false, ["0"])])
    func renewal(failed: Bool, steps: [String]) throws {
        var shop = Shop()
        try shop.period("1", of: "1", "weekly", "2026-01-05", "2026-01-12", "7")
        if failed { try shop.renewal(of: "1", stated: "2026-01-12") { $0.isInBillingRetryPeriod = true } }
        try shop.period("2", of: "1", "weekly", "2026-01-20", "2026-01-27", "7")
        try shop.period("3", of: "1", "weekly", "2026-01-27", "2026-02-03", "7")
        let line = try shop.series(CohortRetention.self, "2026-01-01", "2026-02-01", asOf: "2026-02-01").lines[0]
        #expect(line.points.map(\.value.text) == steps)
    }

    @Test("What was said of one period is not said of the next")
    func earlierStatements() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "weekly", "2026-01-05", "2026-01-12", "7")
        try shop.renewal(of: "1", stated: "2026-01-12") { $0.isInBillingRetryPeriod = true }
        try shop.period("2", of: "1", "weekly", "2026-01-14", "2026-01-21", "7")
        let failed = try shop.line("failed", of: BillingRecovery.self, "2026-01-05", "2026-02-02", by: .week)
        #expect(failed == ["0", "1", "0", "0"])
    }

    @Test("Consent to a higher price", arguments: [("2026-01-20", "agreed"), (nil, "refused")] as [(String?, String)])
    func consent(agreed: String?, line: String) throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-05", "2026-02-05", "7")
        try shop.renewal(of: "1", stated: "2026-01-10") { $0.priceIncreaseStatus = .pending }
        try shop.renewal(of: "1", stated: "2026-01-12") { $0.priceIncreaseStatus = .pending }
        if let agreed {
            try shop.renewal(of: "1", stated: agreed) { $0.priceIncreaseStatus = .accepted }
        } else {
            try shop.renewal(of: "1", stated: "2026-02-05") { $0.expirationIntent = .priceIncreaseDeclined }
        }
        #expect(
            try values(shop, PriceIncreaseConsent.self, asOf: "2026-01-15")
                == ["asked": "1", "agreed": "0", "refused": "0", "pending": "1"]
        )
        let outcome = try values(shop, PriceIncreaseConsent.self, asOf: "2026-03-01")
        #expect(outcome[line] == "1")
        #expect(outcome["pending"] == "0")
        #expect(outcome["asked"] == "1")
    }
}
