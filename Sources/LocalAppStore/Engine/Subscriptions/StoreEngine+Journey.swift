import AppStoreModels
import Foundation
import StoreConfiguration

/// What there is to know of a way of the clock before it is gone.
extension StoreEngine {
    /// Refuses a moment to which the clock cannot go.
    ///
    /// - Throws: `clockBackwards`, `invalidValue` for a date after the year 9999.
    static func checkTarget(_ target: Date, now: Date) throws(StoreError) {
        guard target >= now else {
            throw StoreError(.clockBackwards, "it is \(now.iso8601); time does not run backwards")
        }
        guard target < .latestInStore else {
            throw StoreError(.invalidValue, "dates after the year 9999 cannot be written down")
        }
    }

    /// A way of the clock that begins now.
    ///
    /// - Throws: What ``checkTarget(_:now:)`` throws.
    func journey(to target: ClockTarget, limit: Int) throws(StoreError) -> ClockJourney {
        let date = target.date(now: now)
        try Self.checkTarget(date, now: now)
        return ClockJourney(from: now, to: date, limit: limit)
    }

    /// Whether somebody else has moved the clock beyond the end of a journey, which then is over.
    ///
    /// - Throws: `clockInterrupted` if the clock stands before where the journey has been; `tooManyEvents` if it must not
    ///   make any more.
    func isPast(_ journey: ClockJourney) throws(StoreError) -> Bool {
        guard now >= journey.now else {
            throw StoreError(
                .clockInterrupted,
                "another state was restored while the clock was on its way to \(journey.target.iso8601); it is "
                    + "\(now.iso8601) there"
            )
        }
        // What falls due at the very end may be for the journey to do.
        if now > journey.target { return true }
        if journey.nextPortion <= 0, let due = nextDueDate, due <= journey.target {
            throw journey.tooLong("it is \(now.iso8601) after \(journey.eventCount) events")
        }
        return false
    }

    /// About how many events will happen until a moment if nobody does anything; counts no further than `enough`.
    ///
    /// Renewals that copies in a family bring with them, offers and higher prices are left out.
    func expectedEvents(until target: Date, enough: Int) -> Int {
        var count = 0
        for subscription in chains.all {
            count += expectedEvents(of: subscription, until: target, enough: enough)
            if count >= enough { return enough }
        }
        return count
    }

    private func expectedEvents(of subscription: StoreSubscription, until target: Date, enough: Int) -> Int {
        guard let due = subscription.nextDueDate, due <= target else { return 0 }
        guard subscription.status == .active, subscription.autoRenews,
            let plan = planOnSale(subscription.autoRenewProductID),
            !settings.billingRetryOnRenewalEnabled, customers[subscription.accountID]?.renewalChargesFail != true
        else { return 1 }
        let end = SubscriptionCalendar(rate: settings.timeRate)
            .end(of: plan.subscription.period, from: due, billingDay: subscription.billingDay)
        let (length, way) = (end.timeIntervalSince(due), target.timeIntervalSince(due))
        guard length > 0 else { return 1 }
        let renewals = way / length < Double(enough) ? Int(way / length) + 1 : enough
        guard let limit = settings.renewalLimit else { return renewals }
        let left = max(0, limit - subscription.renewalCount)
        // The last event is that it ends.
        return left < renewals ? left + 1 : renewals
    }
}

extension Date {
    /// As people read it in messages.
    var iso8601: String { RFC3339.string(from: self) }
}
