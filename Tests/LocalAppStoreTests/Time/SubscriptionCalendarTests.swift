import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

/// The rules of time, seen from outside: by the ends of periods.
@Suite("How long periods last")
struct SubscriptionCalendarTests {
    private func engine(_ period: String, _ start: String, _ rate: TimeRate, trouble: Bool = false) throws
        -> StoreEngine
    {
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

    @Test("By the table of monthly rates", arguments: Length.table)
    func rates(_ length: Length) throws {
        for (period, expected) in zip(["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"], length.seconds) {
            var engine = try engine(period, "2026-01-31T10:00:00Z", length.rate)
            let transaction = try engine.buy(Shop.bouquet)
            #expect(transaction.expiresDate?.timeIntervalSince(transaction.purchaseDate) == expected, "\(period)")
        }
    }

    /// How long a week, a month, two, three, six months and a year last.
    struct Length: Sendable {
        let rate: TimeRate
        let seconds: [Double]

        init(_ rate: TimeRate, _ seconds: [Double]) {
            self.rate = rate
            self.seconds = seconds
        }

        static let table = [
            Length(.monthlyRenewalEveryHour, [900, 3_600, 7_200, 10_800, 21_600, 43_200]),
            Length(.monthlyRenewalEveryThirtyMinutes, [600, 1_800, 3_600, 5_400, 10_800, 21_600]),
            Length(.monthlyRenewalEveryFifteenMinutes, [300, 900, 1_800, 2_700, 5_400, 10_800]),
            Length(.monthlyRenewalEveryFiveMinutes, [180, 300, 600, 900, 1_800, 3_600]),
            Length(.monthlyRenewalEveryThreeMinutes, [180, 180, 360, 540, 1_080, 2_160]),
            Length(.monthlyRenewalEveryThirtySeconds, [10, 30, 60, 90, 180, 360]),
            Length(.oneRenewalEveryFifteenMinutes, [900, 900, 900, 900, 900, 900]),
            Length(.oneRenewalEveryFiveMinutes, [300, 300, 300, 300, 300, 300]),
            Length(.oneRenewalEveryMinute, [60, 60, 60, 60, 60, 60]),
            Length(.oneRenewalEveryThirtySeconds, [30, 30, 30, 30, 30, 30]),
            Length(.oneRenewalEveryTenSeconds, [10, 10, 10, 10, 10, 10]),
            Length(.oneRenewalEveryTwoSeconds, [2, 2, 2, 2, 2, 2]),
        ]
    }

    /// How long a day lasts.
    static let days: [(TimeRate, Double)] = [
        (.oneHourIsOneDay, 3_600), (.thirtyMinutesIsOneDay, 1_800), (.fiveMinutesIsOneDay, 300),
        (.oneMinuteIsOneDay, 60), (.thirtySecondsIsOneDay, 30), (.oneSecondIsOneDay, 1),
    ]

    @Test("By day-based rates, a day of the calendar takes so long", arguments: days)
    func dayRates(_ rate: TimeRate, _ day: Double) throws {
        var engine = try engine("P1M", "2026-01-31T10:00:00Z", rate)
        let transaction = try engine.buy(Shop.bouquet)
        #expect(transaction.expiresDate?.timeIntervalSince(transaction.purchaseDate) == 28 * day)
    }

    @Test("At a day-based rate every month has as many days, not one less each time it begins later", arguments: days)
    func laterMonths(_ rate: TimeRate, _ day: Double) throws {
        var engine = try engine("P1M", "2026-01-01T00:00:00Z", rate)
        _ = try engine.buy(Shop.bouquet)
        try engine.advance(to: engine.now.addingTimeInterval(3 * 31 * day))
        let lengths = engine.transactions(account: Shop.flora).compactMap { period in
            period.expiresDate?.timeIntervalSince(period.purchaseDate)
        }
        // All begin in January.
        #expect(lengths == [31 * day, 31 * day, 31 * day, 31 * day])
    }

    @Test("Back at the calendar's pace a month ends on the day on which it began, whenever the first one did")
    func backToRealTime() throws {
        var engine = try engine("P1M", "2026-01-31T23:57:00Z", .monthlyRenewalEveryFiveMinutes)
        _ = try engine.buy(Shop.bouquet)
        try engine.advance(to: "2026-02-01T00:02:00Z")
        var settings = engine.settings
        settings.timeRate = .realTime
        try engine.setSettings(settings)
        try engine.advance(to: "2026-02-01T00:07:00Z")
        #expect(engine.subscriptions.first?.expiresDate == Shop.date("2026-03-01T00:07:00Z"))
    }

    /// How long grace periods and billing retry last.
    struct Trouble: Sendable {
        let rate: TimeRate
        let period: String
        let grace: Double
        let retry: Double

        init(_ rate: TimeRate, _ period: String, grace: Double, retry: Double) {
            self.rate = rate
            self.period = period
            self.grace = grace
            self.retry = retry
        }

        static let table = [
            Trouble(.realTime, "P1W", grace: 6 * 86_400, retry: 60 * 86_400),
            Trouble(.realTime, "P1Y", grace: 16 * 86_400, retry: 60 * 86_400),
            Trouble(.monthlyRenewalEveryHour, "P1W", grace: 771, retry: 7_200),
            Trouble(.monthlyRenewalEveryHour, "P1M", grace: 1_800, retry: 7_200),
            Trouble(.monthlyRenewalEveryThirtyMinutes, "P1W", grace: 514, retry: 3_600),
            Trouble(.monthlyRenewalEveryThirtyMinutes, "P6M", grace: 900, retry: 3_600),
            Trouble(.monthlyRenewalEveryFifteenMinutes, "P1W", grace: 257, retry: 1_800),
            Trouble(.monthlyRenewalEveryFifteenMinutes, "P3M", grace: 450, retry: 1_800),
            Trouble(.monthlyRenewalEveryFiveMinutes, "P1W", grace: 154, retry: 600),
            Trouble(.monthlyRenewalEveryFiveMinutes, "P1Y", grace: 150, retry: 600),
            Trouble(.monthlyRenewalEveryThreeMinutes, "P1M", grace: 90, retry: 360),
            Trouble(.monthlyRenewalEveryThirtySeconds, "P1W", grace: 9, retry: 60),
            Trouble(.monthlyRenewalEveryThirtySeconds, "P1M", grace: 15, retry: 60),
            Trouble(.oneRenewalEveryFifteenMinutes, "P1Y", grace: 900, retry: 1_800),
            Trouble(.oneRenewalEveryFiveMinutes, "P1W", grace: 300, retry: 600),
            Trouble(.oneRenewalEveryMinute, "P1M", grace: 60, retry: 120),
            Trouble(.oneRenewalEveryThirtySeconds, "P1M", grace: 30, retry: 60),
            Trouble(.oneRenewalEveryTenSeconds, "P1M", grace: 10, retry: 20),
            Trouble(.oneRenewalEveryTwoSeconds, "P2M", grace: 2, retry: 4),
            Trouble(.oneSecondIsOneDay, "P1M", grace: 16, retry: 60),
        ]
    }

    @Test("Grace periods and billing retry follow the rate", arguments: Trouble.table)
    func trouble(_ trouble: Trouble) throws {
        var engine = try engine(trouble.period, "2026-01-01T00:00:00Z", trouble.rate, trouble: true)
        let due = try #require(try engine.buy(Shop.bouquet).expiresDate)
        try engine.advance(to: due)
        let subscription = try #require(engine.subscriptions.first)
        let graceLength = try #require(subscription.gracePeriodExpiresDate).timeIntervalSince(due)
        let retryLength = try #require(subscription.billingRetryEndDate).timeIntervalSince(due)
        #expect(abs(graceLength - trouble.grace) < 0.001)
        #expect(abs(retryLength - trouble.retry) < 0.001)
    }

    /// The renewal rates that a sandbox tester can choose, with the length of the shortest and the longest period.
    static let sandboxRates: [(TimeRate, String, Double)] = [
        (.monthlyRenewalEveryThreeMinutes, "P1M", 180), (.monthlyRenewalEveryFiveMinutes, "P1W", 180),
        (.monthlyRenewalEveryFiveMinutes, "P1M", 300), (.monthlyRenewalEveryFiveMinutes, "P1Y", 3_600),
        (.monthlyRenewalEveryFifteenMinutes, "P1M", 900), (.monthlyRenewalEveryThirtyMinutes, "P2M", 3_600),
        (.monthlyRenewalEveryHour, "P1Y", 43_200),
    ]

    @Test("In the sandbox a subscription stops after twelve renewals, whatever its period", arguments: sandboxRates)
    func sandboxLimit(_ rate: TimeRate, _ period: String, _ seconds: Double) throws {
        var engine = try engine(period, "2026-01-31T10:00:00Z", rate)
        var settings = engine.settings
        settings.renewalLimit = 12
        try engine.setSettings(settings)
        let first = try engine.buy(Shop.bouquet)
        _ = engine.takeEvents()
        try engine.advance(to: "2026-03-31T10:00:00Z")
        let transactions = engine.transactions(account: Shop.flora)
        #expect(transactions.count == 13)
        #expect(transactions.last?.expiresDate == first.purchaseDate.addingTimeInterval(13 * seconds))
        let last = ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY"]
        #expect(engine.takeNotifications() == Array(repeating: "DID_RENEW", count: 12) + last)
    }

    @Test("Xcode knows no limit of renewals")
    func noLimit() throws {
        var engine = try engine("P1M", "2026-01-31T10:00:00Z", .monthlyRenewalEveryFiveMinutes)
        _ = try engine.buy(Shop.bouquet)
        try engine.advance(to: "2026-01-31T20:00:00Z")
        #expect(engine.transactions(account: Shop.flora).count == 121)
    }
}
