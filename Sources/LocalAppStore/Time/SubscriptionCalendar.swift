import AppStoreModels
import Foundation
public import StoreConfiguration

/// How long periods last: by the calendar in UTC, or as fast as a time rate says.
///
/// The table of the monthly rates is Apple's (documentation of each `SKTestSession.TimeRate`). What it leaves out is
/// inferred: a day is a seventh of a week, three-minute months (sandbox only, ``TimeRate`` 14) follow the same
/// pattern.
struct SubscriptionCalendar: Sendable, Hashable {
    let rate: TimeRate

    /// When a period ends.
    ///
    /// - Parameters:
    ///   - billingDay: The day of the month on which the chain renews, 1 to 31. A month that is too short renews on its
    ///     last day, the next one on the day again: 31 January, 28 February, 31 March.
    func end(of period: BillingPeriod, from start: Date, billingDay: Int) -> Date {
        switch pace {
        case .calendar: return Self.calendarEnd(of: period, from: start, billingDay: billingDay)
        case .days(let secondsPerDay):
            let end = Self.calendarEnd(of: period, from: start, billingDay: billingDay)
            return start.adding(seconds: end.timeIntervalSince(start) / 86_400 * secondsPerDay)
        case .months(let month, let week):
            let count = Double(period.count)
            switch period.unit {
            case .day: return start.adding(seconds: (week / 7 * count).rounded())
            case .week: return start.adding(seconds: week * count)
            case .month: return start.adding(seconds: month * count)
            case .year: return start.adding(seconds: month * 12 * count)
            }
        case .fixed(let seconds): return start.adding(seconds: seconds)
        }
    }

    /// Whether what follows such a period renews on the day of the month on which it ends: after days and weeks, and at
    /// a fast rate always, where a month does not end on the day on which it began.
    func movesBillingDay(after period: BillingPeriod) -> Bool {
        if period.unit == .day || period.unit == .week { return true }
        // Asked at each renewal, of which there are most at the calendar's pace.
        guard rate != .realTime else { return false }
        if case .calendar = pace { return false }
        return true
    }

    /// How long access goes on after a failed renewal: 6 days for weekly, 16 for all other periods.
    func gracePeriodEnd(after due: Date, of period: BillingPeriod) -> Date {
        let isWeekly = period.unit == .week && period.count == 1 || period.unit == .day
        return switch pace {
        case .calendar: due.adding(seconds: (isWeekly ? 6 : 16) * 86_400)
        case .days(let secondsPerDay): due.adding(seconds: (isWeekly ? 6 : 16) * secondsPerDay)
        case .months(let month, let week): due.adding(seconds: isWeekly ? (week * 6 / 7).rounded() : month / 2)
        case .fixed(let seconds): due.adding(seconds: seconds)
        }
    }

    /// Until when the App Store tries to charge: 60 days.
    func billingRetryEnd(after due: Date) -> Date {
        switch pace {
        case .calendar: due.adding(seconds: 60 * 86_400)
        case .days(let secondsPerDay): due.adding(seconds: 60 * secondsPerDay)
        case .months(let month, _): due.adding(seconds: month * 2)
        case .fixed(let seconds): due.adding(seconds: seconds * 2)
        }
    }

    private enum Pace {
        case calendar
        case days(Double)
        case months(month: Double, week: Double)
        case fixed(Double)
    }

    private var pace: Pace {
        switch rate {
        case .oneHourIsOneDay: .days(3_600)
        case .thirtyMinutesIsOneDay: .days(1_800)
        case .fiveMinutesIsOneDay: .days(300)
        case .oneMinuteIsOneDay: .days(60)
        case .thirtySecondsIsOneDay: .days(30)
        case .oneSecondIsOneDay: .days(1)
        case .monthlyRenewalEveryHour: .months(month: 3_600, week: 900)
        case .monthlyRenewalEveryThirtyMinutes: .months(month: 1_800, week: 600)
        case .monthlyRenewalEveryFifteenMinutes: .months(month: 900, week: 300)
        case .monthlyRenewalEveryFiveMinutes: .months(month: 300, week: 180)
        case .monthlyRenewalEveryThreeMinutes: .months(month: 180, week: 180)
        case .monthlyRenewalEveryThirtySeconds: .months(month: 30, week: 10)
        case .oneRenewalEveryFifteenMinutes: .fixed(900)
        case .oneRenewalEveryFiveMinutes: .fixed(300)
        case .oneRenewalEveryMinute: .fixed(60)
        case .oneRenewalEveryThirtySeconds: .fixed(30)
        case .oneRenewalEveryTenSeconds: .fixed(10)
        case .oneRenewalEveryTwoSeconds: .fixed(2)
        default: .calendar
        }
    }

    private static func calendarEnd(of period: BillingPeriod, from start: Date, billingDay: Int) -> Date {
        switch period.unit {
        case .day: start.adding(seconds: Double(period.count) * 86_400)
        case .week: start.adding(seconds: Double(period.count) * 7 * 86_400)
        case .month: start.adding(months: period.count, billingDay: billingDay)
        case .year: start.adding(months: period.count * 12, billingDay: billingDay)
        }
    }
}

extension TimeRate {
    /// A month is three minutes: one of the renewal rates of sandbox testers. Xcode has no such rate; 14 is the gap that its
    /// numbers leave.
    public static let monthlyRenewalEveryThreeMinutes = TimeRate(rawValue: 14)
}
