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

    subscript(id: String) -> StoreSubscription? { row(of: id).map(subscription) }

    var all: some Sequence<StoreSubscription> { table.rows.lazy.map(subscription) }

    /// One account's subscriptions in the order they began.
    func subscriptions(of account: String) -> some BidirectionalCollection<StoreSubscription> {
        (names.accounts.number(of: account).map(table.rows) ?? []).lazy.map(subscription)
    }

    func row(of id: String) -> Int? {
        names.identifiers.knownNumber(of: id).flatMap(table.row)
    }

    /// The subscription in a row; nil if it was deleted.
    subscript(row row: Int) -> StoreSubscription? { table.isDeleted(row) ? nil : subscription(row) }

    /// Adds a subscription or replaces its older version.
    ///
    /// - Returns: Its row, and whether it is new.
    mutating func put(_ subscription: StoreSubscription) -> (row: Int, isNew: Bool) {
        let (row, isNew) = table.put(pack(subscription))
        let rare = SubscriptionDetails(subscription)
        if rare != nil || !isNew { details[row] = rare }
        return (row, isNew)
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
        let user = AppUser(
            appAccountToken: subscription.appAccountToken,
            applicationUsername: subscription.applicationUsername
        )
        return PackedSubscription(
            id: names.identifiers.number(of: subscription.originalTransactionID),
            latestTransactionID: names.identifiers.number(of: subscription.latestTransactionID),
            expiresDate: subscription.expiresDate.millisecondsSince1970,
            gracePeriodExpiresDate: Int64(packing: subscription.gracePeriodExpiresDate),
            billingRetryEndDate: Int64(packing: subscription.billingRetryEndDate),
            recentSubscriptionStartDate: subscription.recentSubscriptionStartDate.millisecondsSince1970,
            renewalCount: subscription.renewalCount,
            billingDay: Int32(clamping: subscription.billingDay),
            account: names.accounts.add(subscription.accountID),
            terms: terms.add(SubscriptionTerms(subscription)),
            appUser: names.appUsers.add(user)
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
