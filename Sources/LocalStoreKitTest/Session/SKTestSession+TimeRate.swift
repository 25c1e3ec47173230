import StoreConfiguration

extension SKTestSession {
    /// How fast subscriptions renew. The documentation of each rate has the length of the other periods.
    @nonexhaustive
    public enum TimeRate: Int, Sendable {
        /// A month is a month.
        case realTime = 0
        /// A day is an hour.
        case oneHourIsOneDay = 1
        /// A day is thirty minutes.
        case thirtyMinutesIsOneDay = 2
        /// A day is five minutes.
        case fiveMinutesIsOneDay = 3
        /// A day is a minute.
        case oneMinuteIsOneDay = 4
        /// A day is thirty seconds.
        case thirtySecondsIsOneDay = 5
        /// A day is a second.
        case oneSecondIsOneDay = 6
        /// A month is an hour; a week fifteen minutes.
        case monthlyRenewalEveryHour = 10
        /// A month is thirty minutes; a week ten.
        case monthlyRenewalEveryThirtyMinutes = 11
        /// A month is fifteen minutes; a week five.
        case monthlyRenewalEveryFifteenMinutes = 12
        /// A month is five minutes; a week three.
        case monthlyRenewalEveryFiveMinutes = 13
        /// A month is thirty seconds; a week ten.
        case monthlyRenewalEveryThirtySeconds = 15
        /// Every period is fifteen minutes.
        case oneRenewalEveryFifteenMinutes = 1000
        /// Every period is five minutes.
        case oneRenewalEveryFiveMinutes = 1001
        /// Every period is a minute.
        case oneRenewalEveryMinute = 1002
        /// Every period is thirty seconds.
        case oneRenewalEveryThirtySeconds = 1003
        /// Every period is ten seconds.
        case oneRenewalEveryTenSeconds = 1004
        /// Every period is two seconds.
        case oneRenewalEveryTwoSeconds = 1005
    }
}
