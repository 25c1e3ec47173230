import Foundation
import OrderedCollections
import StoreConfiguration

extension StoreEngine {
    /// How often a subscription that began in the past may have renewed since: all of it is done at once.
    private static let maximumPastRenewals = 1_000.0

    /// Refuses a purchase in the past that cannot have happened.
    func checkPast(_ request: PurchaseRequest, _ entry: Catalogue.Entry) throws(StoreError) {
        guard let past = request.past else { return }
        guard past.date.inMilliseconds <= now, past.date >= Self.openingDay else {
            throw StoreError(.invalidValue, "a purchase in the past was made between July 2008 and now")
        }
        guard let subscription = entry.subscription else { return }
        let end = SubscriptionCalendar(rate: settings.timeRate)
            .end(of: subscription.period, from: past.date, billingDay: past.date.dayOfMonth)
        let length = max(end.timeIntervalSince(past.date), 0.001)
        if past.renewsUntilNow, now.timeIntervalSince(past.date) / length > Self.maximumPastRenewals {
            throw StoreError(
                .invalidValue,
                "at this rate it would have renewed more than 1000 times since; choose a later date, or a slower rate"
            )
        }
        if let chain = chain(account: request.accountID, group: subscription.groupID),
            chain.isLive || chain.expiresDate > past.date
        {
            throw StoreError(
                .invalidState,
                "account \"\(request.accountID)\" had a subscription of the group then; delete it first"
            )
        }
    }

    /// The day the App Store opened: 10 July 2008.
    private static let openingDay = Date(timeIntervalSince1970: 1_215_648_000)

    /// Makes the transaction of a purchase in the past, and what has come of it since. Nothing holds it up.
    mutating func complete(
        _ request: PurchaseRequest,
        _ entry: Catalogue.Entry,
        _ account: StoreAccount,
        _ past: PastPurchase
    ) -> StoreTransaction {
        let transaction = complete(request, entry, account, attempt: nil)
        let id = transaction.originalTransactionID
        if !past.renewsUntilNow, var chain = chains[id] { turnAutoRenew(false, of: &chain) }
        while let chain = chains[id], let due = chain.nextDueDate, due <= now { settle(chain) }
        return transaction
    }
}

extension PurchaseRequest {
    /// When it is, or was, bought.
    func date(now: Date) -> Date { past?.date.inMilliseconds ?? now }
}
