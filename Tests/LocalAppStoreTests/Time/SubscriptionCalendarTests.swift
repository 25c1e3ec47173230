import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

/// The rules of time, seen from outside: by the ends of periods.
@Suite("How long periods last")
struct SubscriptionCalendarTests {
    private func engine(_ period: String, _ start: String, _ rate: TimeRate, trouble: Bool = false) throws -> StoreEngine {
        var configuration = try Shop.configuration()
        configuration.subscriptionGroups[0].subscriptions[0].period = BillingPeriod(iso8601: period)
        configuration.settings.timeRate = rate
        configuration.settings.billingRetryOnRenewalEnabled = trouble
        configuration.settings.billingGracePeriodEnabled = trouble
        var engine = StoreEngine(configuration: configuration, app: Shop.app, start: Shop.date(start), seed: 1)
        try engine.createAccount(id: Shop.flora)
        return engine
    }

    @Test(
        "By the calendar, in UTC",
        arguments: [
            ("P1M", "2026-01-31T10:00:00Z", ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
            ("P1M", "2024-01-30T10:00:00Z", ["2024-02-29", "2024-03-30", "2024-04-30", "2024-05-30"]),
            ("P1M", "2026-12-15T10:00:00Z", ["2027-01-15", "2027-02-15", "2027-03-15", "2027-04-15"]),
            ("P2M", "2025-12-31T10:00:00Z", ["2026-02-28", "2026-04-30", "2026-06-30", "2026-08-31"]),
            ("P3M", "2026-11-30T10:00:00Z", ["2027-02-28", "2027-05-30", "2027-08-30", "2027-11-30"]),
            ("P6M", "2026-08-31T10:00:00Z", ["2027-02-28", "2027-08-31", "2028-02-29", "2028-08-31"]),
            ("P1Y", "2024-02-29T10:00:00Z", ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
            ("P1W", "2026-02-25T10:00:00Z", ["2026-03-04", "2026-03-11", "2026-03-18", "2026-03-25"]),
        ]
    )
    func calendar(_ period: String, _ start: String, _ ends: [String]) throws {
        var engine = try engine(period, start, .realTime)
        _ = try engine.buy(Shop.bouquet)
        for end in ends {
            let date = Shop.date("\(end)T10:00:00Z")
            #expect(engine.subscriptions.first?.expiresDate == date)
            try engine.advance(to: date)
        }
    }

    @Test(
        "By the table of monthly rates",
        arguments: [
            (TimeRate.monthlyRenewalEveryHour, [900, 3_600, 7_200, 10_800, 21_600, 43_200]),
            (.monthlyRenewalEveryThirtyMinutes, [600, 1_800, 3_600, 5_400, 10_800, 21_600]),
            (.monthlyRenewalEveryFifteenMinutes, [300, 900, 1_800, 2_700, 5_400, 10_800]),
            (.monthlyRenewalEveryFiveMinutes, [180, 300, 600, 900, 1_800, 3_600]),
            (.monthlyRenewalEveryThreeMinutes, [180, 180, 360, 540, 1_080, 2_160]),
            (.monthlyRenewalEveryThirtySeconds, [10, 30, 60, 90, 180, 360]),
            (.oneRenewalEveryFifteenMinutes, [900, 900, 900, 900, 900, 900]),
            (.oneRenewalEveryTwoSeconds, [2, 2, 2, 2, 2, 2]),
        ]
    )
    func rates(_ rate: TimeRate, _ seconds: [Double]) throws {
        for (period, expected) in zip(["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"], seconds) {
            var engine = try engine(period, "2026-01-31T10:00:00Z", rate)
            let transaction = try engine.buy(Shop.bouquet)
            #expect(transaction.expiresDate?.timeIntervalSince(transaction.purchaseDate) == expected, "\(period)")
        }
    }

    @Test(
        "By day-based rates, a day of the calendar takes so long",
        arguments: [
            (TimeRate.oneHourIsOneDay, 28 * 3_600.0), (.thirtyMinutesIsOneDay, 28 * 1_800), (.fiveMinutesIsOneDay, 28 * 300),
            (.oneMinuteIsOneDay, 28 * 60), (.thirtySecondsIsOneDay, 28 * 30), (.oneSecondIsOneDay, 28),
        ]
    )
    func dayRates(_ rate: TimeRate, _ seconds: Double) throws {
        var engine = try engine("P1M", "2026-01-31T10:00:00Z", rate)
        let transaction = try engine.buy(Shop.bouquet)
        #expect(transaction.expiresDate?.timeIntervalSince(transaction.purchaseDate) == seconds)
    }

    @Test(
        "Grace periods and billing retry follow the rate",
        arguments: [
            (TimeRate.realTime, "P1W", 6 * 86_400.0, 60 * 86_400.0), (.realTime, "P1Y", 16 * 86_400, 60 * 86_400),
            (.monthlyRenewalEveryHour, "P1W", 771.429, 7_200), (.monthlyRenewalEveryHour, "P1M", 1_800, 7_200),
            (.monthlyRenewalEveryThirtyMinutes, "P1W", 514.286, 3_600), (.monthlyRenewalEveryFiveMinutes, "P1W", 154.286, 600),
            (.monthlyRenewalEveryFiveMinutes, "P1Y", 150, 600), (.monthlyRenewalEveryThirtySeconds, "P1M", 15, 60),
            (.oneRenewalEveryThirtySeconds, "P1M", 30, 60), (.oneSecondIsOneDay, "P1M", 16, 60),
        ]
    )
    func trouble(_ rate: TimeRate, _ period: String, _ grace: Double, _ retry: Double) throws {
        var engine = try engine(period, "2026-01-01T00:00:00Z", rate, trouble: true)
        let due = try #require(try engine.buy(Shop.bouquet).expiresDate)
        try engine.advance(to: due)
        let subscription = try #require(engine.subscriptions.first)
        let graceLength = try #require(subscription.gracePeriodExpiresDate).timeIntervalSince(due)
        let retryLength = try #require(subscription.billingRetryEndDate).timeIntervalSince(due)
        #expect(abs(graceLength - grace) < 0.001)
        #expect(abs(retryLength - retry) < 0.001)
    }
}
