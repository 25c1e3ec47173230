import AppStoreModels
import Entitlements
import Foundation

extension SimulatedLife {
    /// A charge fails.
    ///
    /// - Returns: Whether it succeeds after all by now.
    mutating func recover(_ walk: inout SimulatedWalk) -> Bool {
        let grace = walk.end.addingTimeInterval(Double(walk.plan.graceDays) * 86_400)
        state(at: walk.end) { fact in
            (fact.isInBillingRetryPeriod, fact.expirationIntent) = (true, .billingError)
            fact.renewalDate = walk.end
            if grace > walk.end { fact.gracePeriodExpiresDate = grace }
        }
        count(.billingFailed, at: walk.end, walk.plan.product)
        let (failed, product) = (walk.end, walk.plan.product)
        let isPaid = random.happens(600)
        let next = walk.end.addingTimeInterval(Double(random.number(2...25)) * 86_400 + 7_200)
        let isRecovered = isPaid && next < shop.end
        if isRecovered {
            count(.billingRecovered, at: next, since: failed, product)
            if next > grace, walk.end < shop.end { stop(&walk, at: grace) }
            count(.renewed, at: next, product)
            walk.renewals += walk.isFirstStretch ? 1 : 0
            if walk.isFirstStretch {
                count(.retained, at: next, since: walk.firstPaid, step: walk.renewals, product)
            }
            (walk.start, walk.transaction) = (next, nextTransaction())
            return true
        }
        // As it stands, the charge was not made: what ended is a lapse, until a charge turns it into a renewal.
        lapse(&walk, at: failed, counting: grace)
        let givenUp = failed.addingTimeInterval(60 * 86_400)
        guard !isPaid, givenUp < shop.end else { return false }
        state(at: givenUp) { ($0.isInBillingRetryPeriod, $0.expirationIntent) = (false, .billingError) }
        count(.billingLost, at: givenUp, since: failed, product)
        return false
    }

    /// The customer is told of a higher price and agrees, or leaves when the period is over.
    ///
    /// - Returns: Whether the subscription goes on by now.
    mutating func ask(_ walk: inout SimulatedWalk, at date: Date) -> Bool {
        state(at: date) { ($0.autoRenewStatus, $0.priceIncreaseStatus) = (.on, .pending) }
        count(.consentAsked, at: date, walk.plan.product)
        let answer = date.addingTimeInterval(min(5 * 86_400, walk.end.timeIntervalSince(date) / 2))
        if random.happens(780) {
            if answer < shop.end {
                state(at: answer) { ($0.autoRenewStatus, $0.priceIncreaseStatus) = (.on, .accepted) }
                count(.consentGiven, at: answer, since: date, walk.plan.product)
            }
            guard walk.end < shop.end else { return false }
            renew(&walk, as: walk.plan)
            walk.price = SimulatedShop.priceIncrease.price
            return true
        }
        guard walk.end < shop.end else { return false }
        state(at: walk.end) { ($0.expirationIntent, $0.priceIncreaseStatus) = (.priceIncreaseDeclined, .pending) }
        count(.consentRefused, at: walk.end, since: date, walk.plan.product)
        lapse(&walk, at: walk.end)
        return false
    }
}
