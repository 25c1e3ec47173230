import Entitlements
import Foundation

extension ChainBooking {
    /// Charges that failed, and how that ended.
    mutating func bookBilling() {
        for (index, period) in periods.enumerated() {
            guard let failure = period.failure else { continue }
            let segment = segment(of: period.row)
            let cohort = Day(failure.date)
            add(.billingFailed, cohort, segment, cohort: cohort.rawValue, amount: monthly[index])
            let (measure, date) =
                failure.recoveredDate.map { (Measure.billingRecovered, $0) } ?? (.billingLost, failure.givenUpDate)
            add(measure, Day(date), segment, cohort: cohort.rawValue, amount: monthly[index])
        }
    }

    /// What was answered to higher prices. Statements that ask one after the other are one question, until none is
    /// asked.
    mutating func bookConsent() {
        var asked: Day?
        var isAnswered = false
        for period in periods {
            let segment = segment(of: period.row)
            for statement in period.renewals {
                let day = Day(statement.statedDate)
                if let consent = statement.consent, asked == nil {
                    (asked, isAnswered) = (day, false)
                    add(.consentAsked, day, segment, cohort: day.rawValue)
                    if consent == .accepted {
                        add(.consentGiven, day, segment, cohort: day.rawValue)
                        isAnswered = true
                    }
                } else if let since = asked, !isAnswered, statement.consent == .accepted {
                    add(.consentGiven, day, segment, cohort: since.rawValue)
                    isAnswered = true
                }
                if let since = asked, !isAnswered, statement.isConsentRefused {
                    add(.consentRefused, day, segment, cohort: since.rawValue)
                    isAnswered = true
                }
                if statement.consent == nil { asked = nil }
            }
        }
    }
}
