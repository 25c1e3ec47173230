import AppStoreModels
import Foundation
import OrderedCollections
import StoreConfiguration

// Nearly all that happens in a large store is that a subscription renews as it did before: the same product at the same price,
// while nobody listens. Then the next period follows from the numbers of the one before, and no record need be made of them and
// taken apart again. Everything else, and whatever is not certain, goes the usual way, to the same state.
extension StoreEngine {
    /// Whether renewals may be made of numbers alone, as long as nobody gives a command.
    var canRenewPlainly: Bool {
        !keepsEvents && told == nil && faultState.faults.isEmpty && familyState.groups.isEmpty
            && !settings.billingRetryOnRenewalEnabled && settings.renewalLimit == nil
    }

    /// Renews the subscription in a row, which is due, if it goes on just as before.
    ///
    /// - Parameter renewals: What is known of such renewals; nil if there are none.
    /// - Returns: Whether it did; if not, nothing has changed.
    mutating func renewPlainly(_ row: Int, _ renewals: inout PlainRenewals?) -> Bool {
        guard renewals != nil, chains.details.isEmpty || chains.details[row] == nil else { return false }
        var chain = chains.table[row]
        // What is due is the end of a period, and not of a grace period, a retry, or another try to charge.
        guard chain.nextDueDate == chain.expiresDate, chain.gracePeriodExpiresDate == NumberedIdentifiers.absent,
            chain.billingRetryEndDate == NumberedIdentifiers.absent, chain.id >= 0, chain.latestTransactionID >= 0,
            let latest = ledger.table.row(of: chain.latestTransactionID).map({ ledger.table[$0] }),
            latest.originalTransactionID == chain.id,
            let renewal = renewal(of: chain.terms, after: latest.terms, &renewals),
            isUser(chain.appUser, also: latest.appUser),
            // It can be charged, and still buys where it bought the period before.
            customers.pays(chains.names.accounts[chain.account], at: renewal.storefront)
        else { return false }
        let start = Date(millisecondsSince1970: chain.expiresDate)
        let calendar = SubscriptionCalendar(rate: settings.timeRate)
        let end = calendar.end(of: renewal.period, from: start, billingDay: Int(chain.billingDay))
        let endMilliseconds = end.millisecondsSince1970
        guard endMilliseconds > chain.expiresDate else { return false }
        moveClock(to: start)
        let transaction = PackedTransaction(
            id: identifiers.nextTransactionNumber(),
            originalTransactionID: chain.id,
            webOrderLineItemID: identifiers.nextWebOrderLineItemNumber(),
            purchaseDate: chain.expiresDate,
            originalPurchaseDate: latest.originalPurchaseDate,
            expiresDate: endMilliseconds,
            account: latest.account,
            terms: renewal.terms,
            appUser: latest.appUser
        )
        if calendar.movesBillingDay(after: renewal.period) { chain.billingDay = Int32(clamping: end.dayOfMonth) }
        chain.latestTransactionID = transaction.id
        chain.expiresDate = endMilliseconds
        chain.nextDueDate = endMilliseconds
        chain.renewalCount = min(chain.renewalCount + 1, StoredRange.counts.upperBound)
        countUnheard(transaction, chain, row: row)
        return true
    }

    /// Whether a subscription and its latest transaction name the same user of the app.
    private func isUser(_ user: UInt32, also other: UInt32) -> Bool {
        // 0 is nobody in both ledgers; other numbers differ.
        user == 0 && other == 0 || chains.names.appUsers[user] == ledger.names.appUsers[other]
    }

    private mutating func renewal(
        of subscription: UInt32,
        after latest: UInt32,
        _ renewals: inout PlainRenewals?
    ) -> PlainRenewals.Renewal? {
        let pair = PlainRenewals.Pair(subscription: subscription, latest: latest)
        if let known = renewals?.known[pair] { return known }
        let found = newRenewal(chains.terms[subscription], after: ledger.terms[latest])
        renewals?.known[pair] = .some(found)
        return found
    }

    private mutating func newRenewal(
        _ subscription: SubscriptionTerms,
        after latest: TransactionTerms
    ) -> PlainRenewals.Renewal? {
        guard subscription.isPlain, latest.offer == nil, latest.productID == subscription.productID,
            // A storefront that is not known is charged as another.
            StoreCountry(code: latest.storefront) != nil,
            let plan = planOnSale(subscription.productID)
        else { return nil }
        let terms = TransactionTerms(renewing: latest, group: subscription.groupID)
        return PlainRenewals.Renewal(
            period: plan.subscription.period,
            storefront: latest.storefront,
            terms: number(of: terms)
        )
    }
}

/// What the plain renewals of one way of the clock have in common, by the terms of subscription and latest transaction.
struct PlainRenewals {
    struct Pair: Hashable {
        let subscription, latest: UInt32
    }

    struct Renewal {
        let period: BillingPeriod
        /// Where the period before was bought, and the next one is.
        let storefront: String
        /// The number of what the next transaction has in common with others.
        let terms: UInt32
    }

    /// Nil for those that are not plain.
    var known: [Pair: Renewal?] = [:]
}

extension SubscriptionTerms {
    /// Whether it renews to what it is, with nothing that changes by that.
    fileprivate var isPlain: Bool {
        status == .active && autoRenews && autoRenewProductID == productID && expirationIntent == nil
            && continuingOffer == nil && priceIncrease == nil && pendingOffer == nil
    }
}
