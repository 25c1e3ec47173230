/// How fast subscription time runs in tests, as Xcode numbers it (`_timeRate`, `SKTestTimeRate`).
public struct TimeRate: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// Xcode's number.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A month is a month.
    public static let realTime = Self(rawValue: 0)
    /// A day is an hour.
    public static let oneHourIsOneDay = Self(rawValue: 1)
    /// A day is thirty minutes.
    public static let thirtyMinutesIsOneDay = Self(rawValue: 2)
    /// A day is five minutes.
    public static let fiveMinutesIsOneDay = Self(rawValue: 3)
    /// A day is a minute.
    public static let oneMinuteIsOneDay = Self(rawValue: 4)
    /// A day is thirty seconds.
    public static let thirtySecondsIsOneDay = Self(rawValue: 5)
    /// A day is a second.
    public static let oneSecondIsOneDay = Self(rawValue: 6)
    /// A month is an hour.
    public static let monthlyRenewalEveryHour = Self(rawValue: 10)
    /// A month is thirty minutes.
    public static let monthlyRenewalEveryThirtyMinutes = Self(rawValue: 11)
    /// A month is fifteen minutes.
    public static let monthlyRenewalEveryFifteenMinutes = Self(rawValue: 12)
    /// A month is five minutes: what Apple's sandbox does.
    public static let monthlyRenewalEveryFiveMinutes = Self(rawValue: 13)
    /// A month is thirty seconds.
    public static let monthlyRenewalEveryThirtySeconds = Self(rawValue: 15)
    /// Every period is fifteen minutes.
    public static let oneRenewalEveryFifteenMinutes = Self(rawValue: 1000)
    /// Every period is five minutes.
    public static let oneRenewalEveryFiveMinutes = Self(rawValue: 1001)
    /// Every period is a minute.
    public static let oneRenewalEveryMinute = Self(rawValue: 1002)
    /// Every period is thirty seconds.
    public static let oneRenewalEveryThirtySeconds = Self(rawValue: 1003)
    /// Every period is ten seconds.
    public static let oneRenewalEveryTenSeconds = Self(rawValue: 1004)
    /// Every period is two seconds.
    public static let oneRenewalEveryTwoSeconds = Self(rawValue: 1005)

    public var description: String { String(rawValue) }
}
