import LocalAppStore
package import StoreConfiguration

/// The names of time rates in commands and in the control interface, fastest reading first.
extension TimeRate {
    /// All rates with their names: `realtime`, `monthly-5m` (a month is five minutes), `every-10s` (any period is ten
    /// seconds), `daily-1m` (a day is a minute).
    package static let named: [(name: String, rate: TimeRate)] = [
        ("realtime", .realTime),
        ("monthly-1h", .monthlyRenewalEveryHour),
        ("monthly-30m", .monthlyRenewalEveryThirtyMinutes),
        ("monthly-15m", .monthlyRenewalEveryFifteenMinutes),
        ("monthly-5m", .monthlyRenewalEveryFiveMinutes),
        ("monthly-3m", .monthlyRenewalEveryThreeMinutes),
        ("monthly-30s", .monthlyRenewalEveryThirtySeconds),
        ("every-15m", .oneRenewalEveryFifteenMinutes),
        ("every-5m", .oneRenewalEveryFiveMinutes),
        ("every-1m", .oneRenewalEveryMinute),
        ("every-30s", .oneRenewalEveryThirtySeconds),
        ("every-10s", .oneRenewalEveryTenSeconds),
        ("every-2s", .oneRenewalEveryTwoSeconds),
        ("daily-1h", .oneHourIsOneDay),
        ("daily-30m", .thirtyMinutesIsOneDay),
        ("daily-5m", .fiveMinutesIsOneDay),
        ("daily-1m", .oneMinuteIsOneDay),
        ("daily-30s", .thirtySecondsIsOneDay),
        ("daily-1s", .oneSecondIsOneDay),
    ]

    /// The name of what is no rate: a clock that moves by command only.
    package static let manualName = "manual"

    /// The name, or the number of a rate without one.
    package var name: String { Self.named.first { $0.rate == self }?.name ?? String(rawValue) }

    /// A rate by its name; nil for a name that is none.
    package init?(name: String) {
        guard let rate = Self.named.first(where: { $0.name == name })?.rate else { return nil }
        self = rate
    }
}
