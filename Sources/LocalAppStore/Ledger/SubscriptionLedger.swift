import AppStoreModels
import Foundation

/// All subscriptions. Each has a row of its own for ever, by which the agenda speaks of it.
typealias SubscriptionLedger = Ledger<StoreSubscription>

extension SubscriptionLedger {
    /// Whether that is when the store must act next for the subscription in a row.
    func isDue(row: Int, at milliseconds: Int64) -> Bool {
        table.isThere(row) && table[row].nextDueDate == milliseconds
    }

    /// When the store must act next after a subscription was put in place, in milliseconds since 1970; nil if never, or if
    /// that is as before.
    func newDueDate(after replaced: Replaced) -> Int64? {
        let date = table[replaced.row].nextDueDate
        return date == NumberedIdentifiers.absent || date == replaced.old?.nextDueDate ? nil : date
    }

    /// When the store must act next, for all subscriptions for which it must.
    var dueDates: some Sequence<Agenda.Entry> {
        table.rows.lazy.filter { table[$0].nextDueDate != NumberedIdentifiers.absent }
            .map { Agenda.Entry(dueMilliseconds: table[$0].nextDueDate, subscriptionRow: $0) }
    }
}

extension StoreSubscription: LedgerRecord {
    var ledgerTerms: SubscriptionTerms { SubscriptionTerms(self) }
    var ledgerDetails: SubscriptionDetails? { SubscriptionDetails(self) }

    func packed(with names: inout LedgerNames, terms: UInt32) -> PackedSubscription {
        PackedSubscription(
            id: names.identifiers.number(of: originalTransactionID),
            latestTransactionID: names.identifiers.number(of: latestTransactionID),
            expiresDate: expiresDate.millisecondsSince1970,
            gracePeriodExpiresDate: Int64(packing: gracePeriodExpiresDate),
            billingRetryEndDate: Int64(packing: billingRetryEndDate),
            recentSubscriptionStartDate: recentSubscriptionStartDate.millisecondsSince1970,
            nextDueDate: Int64(packing: nextDueDate),
            renewalCount: renewalCount,
            billingDay: Int32(clamping: billingDay),
            account: names.accounts.add(accountID),
            terms: terms,
            appUser: names.number(ofUser: appAccountToken, applicationUsername)
        )
    }

    init(_ packed: PackedSubscription, _ names: LedgerNames, _ terms: SubscriptionTerms, _ rare: SubscriptionDetails?) {
        let user = names.appUsers[packed.appUser]
        self.init(
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
            nextChargeDate: rare?.nextChargeDate,
            recentSubscriptionStartDate: Date(millisecondsSince1970: packed.recentSubscriptionStartDate),
            hasUsedIntroductoryOffer: terms.hasUsedIntroductoryOffer,
            continuingOffer: terms.continuingOffer,
            priceIncrease: terms.priceIncrease,
            billingDay: Int(packed.billingDay),
            renewalCount: packed.renewalCount,
            appAccountToken: user.appAccountToken,
            applicationUsername: user.applicationUsername,
            pendingOffer: terms.pendingOffer,
            extensionDates: rare?.extensionDates ?? [],
            sharing: rare?.sharing,
            commerce: rare?.commerce
        )
    }
}

extension PackedSubscription: PackedRecord {
    static let writtenSize = 80

    func write(to writer: inout ByteWriter) {
        writer.write(id)
        writer.write(latestTransactionID)
        writer.write(expiresDate)
        writer.write(gracePeriodExpiresDate)
        writer.write(billingRetryEndDate)
        writer.write(recentSubscriptionStartDate)
        writer.write(nextDueDate)
        writer.write(Int64(renewalCount))
        writer.write(billingDay)
        for number in [account, terms, appUser] { writer.write(number) }
    }

    init(from reader: inout ByteReader) throws(StoreError) {
        id = try reader.number()
        latestTransactionID = try reader.number()
        expiresDate = try reader.packedDate()
        gracePeriodExpiresDate = try reader.packedDateIfPresent()
        billingRetryEndDate = try reader.packedDateIfPresent()
        recentSubscriptionStartDate = try reader.packedDate()
        nextDueDate = try reader.packedDateIfPresent()
        renewalCount = Int(clamping: try reader.number(Int64.self))
        billingDay = try reader.number()
        account = try reader.number()
        terms = try reader.number()
        appUser = try reader.number()
    }

    func isSound(_ names: LedgerNames) -> Bool {
        names.knows(self, appUser: appUser) && names.identifiers.isKnown(latestTransactionID)
            && StoredRange.counts.contains(renewalCount) && StoredRange.billingDays.contains(Int(billingDay))
    }
}
