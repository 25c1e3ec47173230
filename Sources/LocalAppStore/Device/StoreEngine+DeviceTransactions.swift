import AppStoreModels
import Foundation

/// Which transactions StoreKit 2 shows. Copies that a restore of StoreKit 1 made are none of them.
extension StoreEngine {
    /// The transactions that a device of an account is shown: those that it asks for, as far as no fault hides them.
    ///
    /// - Throws: As ``transactions(_:account:)``.
    func shown(_ selection: DeviceSelection, account: String) throws(StoreError) -> [StoreTransaction] {
        let found = all(selection, account: signedInAccount(account))
        return switch selection.part {
        case .all: try page(of: found, selection)
        case .currentEntitlements: try page(of: found.filter { !isLate($0, account) }, selection)
        case .unfinished:
            if fault(.unfinishedNewestFirst, account: account) == nil {
                try page(of: found, selection)
            } else {
                try page(ofNewestFirst: found.reversed(), selection)
            }
        }
    }

    /// The transactions that a device asks for, oldest first.
    ///
    /// - Throws: `unknownTransaction` if the one is gone that they come after.
    func transactions(_ selection: DeviceSelection, account: String) throws(StoreError) -> [StoreTransaction] {
        try page(of: all(selection, account: account), selection)
    }

    /// Whether a fault keeps an entitlement back for now.
    private func isLate(_ transaction: StoreTransaction, _ account: String) -> Bool {
        guard let fault = fault(.entitlementLate, account: account, product: transaction.productID) else {
            return false
        }
        return transaction.purchaseDate.adding(seconds: fault.parameters.seconds ?? 0) > now
    }

    /// What a device asks for, without pages, oldest first.
    private func all(_ selection: DeviceSelection, account: String) -> [StoreTransaction] {
        let found =
            switch selection.part {
            case .all:
                candidates(selection, account) {
                    $0.isInHistory(includesFinishedConsumables: selection.includesFinishedConsumables)
                }
            case .currentEntitlements: named(selection.transactionIDs, in: currentEntitlements(account))
            case .unfinished: candidates(selection, account) { !$0.isFinished }
            }
        guard let product = selection.productID else { return found }
        return found.filter { $0.productID == product }
    }

    /// The transactions of an account, or those that are named; looking at these costs nothing for the others.
    private func candidates(
        _ selection: DeviceSelection,
        _ account: String,
        where isShown: (StoreTransaction) -> Bool
    ) -> [StoreTransaction] {
        guard let identifiers = selection.transactionIDs else {
            return transactions(account: account).filter(isShown)
        }
        var found: [StoreTransaction] = []
        for row in inOrder(identifiers.compactMap(ledger.row)) {
            let transaction = ledger.record(row)
            guard transaction.accountID == account, !transaction.isRestored, isShown(transaction) else { continue }
            found.append(transaction)
        }
        return found
    }

    /// Each row once, oldest first. Mostly they are so: a device asks for what it has just heard of.
    private func inOrder(_ rows: [Int]) -> [Int] {
        var last = -1
        for row in rows {
            if row <= last { return Set(rows).sorted() }
            last = row
        }
        return rows
    }

    private func named(_ identifiers: [String]?, in transactions: [StoreTransaction]) -> [StoreTransaction] {
        guard let wanted = identifiers.map({ Set($0) }) else { return transactions }
        return transactions.filter { wanted.contains($0.transactionID) }
    }

    private func page(
        of transactions: [StoreTransaction],
        _ selection: DeviceSelection
    ) throws(StoreError) -> [StoreTransaction] {
        if selection.isWhole { return transactions }
        var rest = transactions[...]
        if let last = try row(before: selection) {
            rest = rest.drop { transaction in ledger.row(of: transaction.transactionID).map { $0 <= last } ?? true }
        }
        return selection.cut(rest)
    }

    private func page(
        ofNewestFirst transactions: [StoreTransaction],
        _ selection: DeviceSelection
    ) throws(StoreError) -> [StoreTransaction] {
        var rest = transactions[...]
        if let last = try row(before: selection) {
            rest = rest.drop { transaction in ledger.row(of: transaction.transactionID).map { $0 >= last } ?? true }
        }
        return selection.cut(rest)
    }

    /// The row of the transaction that a page comes after; nil for the first page.
    private func row(before selection: DeviceSelection) throws(StoreError) -> Int? {
        guard let last = selection.after else { return nil }
        guard let row = ledger.row(of: last) else {
            throw StoreError(.unknownTransaction, "transaction \(last), which the page comes after, is gone")
        }
        return row
    }

    /// Of which groups an account may have no introductory offer now: all, or this one.
    func groupIDsWithoutIntroduction(account: String, groupID: String?) -> [String] {
        Set(subscriptions(account: account).map(\.groupID))
            .filter { groupID == nil || $0 == groupID }
            .filter { !isEligibleForIntroductoryOffer(account: account, groupID: $0) }
            .sorted()
    }

    /// `Transaction.currentEntitlements`: every non-consumable, the current period of each subscription that gives access, and
    /// the latest purchase of each non-renewing subscription, whose end the store does not know.
    private func currentEntitlements(_ account: String) -> [StoreTransaction] {
        let periods = Set(subscriptions(account: account).filter(\.hasAccess).map(\.latestTransactionID))
        var newest: [EntitlementKey: Int] = [:]
        let all = transactions(account: account)
        for (index, transaction) in all.enumerated() where transaction.revocationDate == nil {
            if let key = EntitlementKey(transaction, periods: periods) { newest[key] = index }
        }
        return newest.values.sorted().map { all[$0] }
    }
}

extension DeviceSelection {
    /// Whether no page of it is asked for, but all.
    fileprivate var isWhole: Bool { after == nil && limit == nil }

    /// As many as one page has.
    fileprivate func cut(_ transactions: ArraySlice<StoreTransaction>) -> [StoreTransaction] {
        Array(limit.map { transactions.prefix(max(1, $0)) } ?? transactions)
    }
}

extension StoreTransaction {
    /// Whether `Transaction.all` has it: a consumable that is finished and not refunded is history, and no transaction any more.
    fileprivate func isInHistory(includesFinishedConsumables: Bool) -> Bool {
        productType != .consumable || includesFinishedConsumables || !isFinished || revocationDate != nil
    }
}

/// What one entitlement is for.
private enum EntitlementKey: Hashable {
    case ownedForEver(originalTransactionID: String)
    case subscribed(transactionID: String)
    case forSomeTime(productID: String, InAppOwnershipType)

    /// Nil for what entitles to nothing.
    init?(_ transaction: StoreTransaction, periods: Set<String>) {
        switch transaction.productType {
        case .nonConsumable: self = .ownedForEver(originalTransactionID: transaction.originalTransactionID)
        case .nonRenewingSubscription: self = .forSomeTime(productID: transaction.productID, transaction.ownership)
        case .autoRenewableSubscription:
            guard periods.contains(transaction.transactionID) else { return nil }
            self = .subscribed(transactionID: transaction.transactionID)
        default: return nil
        }
    }
}
