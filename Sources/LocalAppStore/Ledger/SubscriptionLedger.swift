import AppStoreModels
import Foundation

/// All subscriptions in the order they began, found by identifier and by account. Each has a row of its own for ever.
///
/// Each is kept as a ``PackedSubscription``, and a `StoreSubscription` is made when someone asks.
struct SubscriptionLedger: Sendable {
    var table = RecordTable<PackedSubscription>()
    var names = LedgerNames()
    var terms = Interned<SubscriptionTerms>()
    /// What few subscriptions have, by row.
    var details: [Int: SubscriptionDetails] = [:]

    init() {}

    var count: Int { table.count }

    subscript(id: String) -> StoreSubscription? {
        guard let row = row(of: id) else { return nil }
        return subscription(row)
    }

    var all: some Sequence<StoreSubscription> { table.rows.lazy.map(subscription) }

    /// One account's subscriptions in the order they began.
    func subscriptions(of account: String) -> some BidirectionalCollection<StoreSubscription> {
        (names.accounts.number(of: account).map(table.rows) ?? []).lazy.map(subscription)
    }

    func row(of id: String) -> Int? {
        guard let number = names.identifiers.knownNumber(of: id) else { return nil }
        return table.row(of: number)
    }

    /// The subscription in a row, if that is when the store must act next; nil if not, or if it was deleted.
    func subscription(row: Int, dueAt milliseconds: Int64) -> StoreSubscription? {
        isDue(row: row, at: milliseconds) ? subscription(row) : nil
    }

    /// Whether that is when the store must act next for the subscription in a row.
    func isDue(row: Int, at milliseconds: Int64) -> Bool {
        table.isThere(row) && table[row].nextDueDate == milliseconds
    }

    /// What changed when a subscription was put in place.
    struct Change: Sendable {
        let row: Int
        /// What was there before; nil for a new subscription.
        let old: PackedSubscription?
        let oldDetails: SubscriptionDetails?
        /// When the store must act next, in milliseconds since 1970; nil if never, or if that is as before.
        let newDueDate: Int64?

        var isNew: Bool { old == nil }
    }

    /// Adds a subscription or replaces its older version.
    @discardableResult
    mutating func put(_ subscription: StoreSubscription) -> Change {
        let packed = pack(subscription)
        let (row, old) = table.put(packed)
        let oldDetails = old == nil ? nil : details[row]
        let rare = SubscriptionDetails(subscription)
        if rare != nil || old != nil { details[row] = rare }
        let isDue = packed.nextDueDate != NumberedIdentifiers.absent && packed.nextDueDate != old?.nextDueDate
        return Change(
            row: row,
            old: old,
            oldDetails: oldDetails,
            newDueDate: isDue ? packed.nextDueDate : nil
        )
    }

    /// Takes back what was put; the latest first.
    mutating func takeBack(_ change: Change) {
        table.takeBack(change.row, old: change.old)
        details[change.row] = change.oldDetails
    }

    /// When the store must act next, for all subscriptions for which it must.
    var dueDates: some Sequence<Agenda.Entry> {
        table.rows.lazy.filter { table[$0].nextDueDate != NumberedIdentifiers.absent }
            .map { Agenda.Entry(dueMilliseconds: table[$0].nextDueDate, subscriptionRow: $0) }
    }

    mutating func remove(_ id: String) {
        guard let row = row(of: id) else { return }
        table.remove(row)
        details[row] = nil
    }
}

// MARK: Packing

extension SubscriptionLedger {
    private mutating func pack(_ subscription: StoreSubscription) -> PackedSubscription {
        PackedSubscription(
            id: names.identifiers.number(of: subscription.originalTransactionID),
            latestTransactionID: names.identifiers.number(of: subscription.latestTransactionID),
            expiresDate: subscription.expiresDate.millisecondsSince1970,
            gracePeriodExpiresDate: Int64(packing: subscription.gracePeriodExpiresDate),
            billingRetryEndDate: Int64(packing: subscription.billingRetryEndDate),
            recentSubscriptionStartDate: subscription.recentSubscriptionStartDate.millisecondsSince1970,
            nextDueDate: Int64(packing: subscription.nextDueDate),
            renewalCount: subscription.renewalCount,
            billingDay: Int32(clamping: subscription.billingDay),
            account: names.accounts.add(subscription.accountID),
            terms: terms.add(SubscriptionTerms(subscription)),
            appUser: names.number(ofUser: subscription.appAccountToken, subscription.applicationUsername)
        )
    }

    private func subscription(_ row: Int) -> StoreSubscription {
        let packed = table[row]
        let terms = terms[packed.terms]
        let user = names.appUsers[packed.appUser]
        let rare = details[row]
        return StoreSubscription(
            originalTransactionID: names.identifiers.name(of: packed.id),
            accountID: names.accounts[packed.account],
            groupID: terms.groupID,
            productID: terms.productID,
            latestTransactionID: names.identifiers.name(of: packed.latestTransactionID),
            expiresDate: Date(millisecondsSince1970: packed.expiresDate),
            status: terms.status,
            autoRenews: terms.autoRenews,
            autoRenewProductID: terms.autoRenewProductID,
            expirationIntent: terms.expirationIntent,
            gracePeriodExpiresDate: Date.unpacking(packed.gracePeriodExpiresDate),
            billingRetryEndDate: Date.unpacking(packed.billingRetryEndDate),
            recentSubscriptionStartDate: Date(millisecondsSince1970: packed.recentSubscriptionStartDate),
            hasUsedIntroductoryOffer: terms.hasUsedIntroductoryOffer,
            continuingOffer: terms.continuingOffer,
            priceIncrease: terms.priceIncrease,
            billingDay: Int(packed.billingDay),
            renewalCount: packed.renewalCount,
            appAccountToken: user.appAccountToken,
            applicationUsername: user.applicationUsername,
            pendingOffer: terms.pendingOffer,
            extensionDates: rare?.extensionDates,
            sharing: rare?.sharing
        )
    }
}

extension SubscriptionLedger: Equatable {
    /// Ledgers are equal when they hold the same subscriptions in the same order, however they came by them.
    static func == (left: SubscriptionLedger, right: SubscriptionLedger) -> Bool {
        left.count == right.count && zip(left.all, right.all).allSatisfy(==)
    }
}
