import AppStoreModels
import Foundation

// Apple does not tell how often it tries to charge a card in the 60 days of billing retry. Here it is sixty times, evenly: once
// a day at the calendar's pace, in the grace period as after it, the last time as the sixty days end. A try that would fail
// leaves nothing behind, so only those that will work are put on the agenda: when the card does.
extension StoreEngine {
    /// Puts the next try to charge on the agenda of every subscription that waits for it, if it would work now.
    ///
    /// - Parameter account: Whose subscriptions; nil for everybody's.
    mutating func planCharges(account: String?) {
        let waiting = (account.map { subscriptions(account: $0) } ?? subscriptions).filter { chain in
            chain.isInBillingRetryPeriod && chain.sharing == nil && chain.nextChargeDate == nil && canCharge(chain)
        }
        for var chain in waiting {
            guard let date = nextTry(for: chain) else { continue }
            chain.nextChargeDate = date
            emit(.chargePlanned, subscription: chain)
        }
    }

    /// Whether a renewal could be charged now.
    private func canCharge(_ chain: StoreSubscription) -> Bool {
        !settings.billingRetryOnRenewalEnabled && customers[chain.accountID]?.renewalChargesFail != true
            && planOnSale(chain.autoRenewProductID) != nil
    }

    /// The first of the sixty tries that is not past.
    private func nextTry(for chain: StoreSubscription) -> Date? {
        guard let end = chain.billingRetryEndDate, end >= now else { return nil }
        let start = chain.expiresDate
        let step = end.timeIntervalSince(start) / 60
        guard step > 0 else { return end }
        let number = (now.timeIntervalSince(start) / step).rounded(.down) + 1
        return number >= 60 ? end : start.adding(seconds: step * number)
    }

    /// Charges what could not be charged, if that still works: in the grace period the billing date stays, later it is today.
    mutating func tryCharging(_ chain: StoreSubscription) {
        guard canCharge(chain), let plan = planOnSale(chain.autoRenewProductID) else {
            var chain = chain
            chain.nextChargeDate = nil
            return emit(.chargeAbandoned, subscription: chain)
        }
        recover(chain, plan)
    }
}
