import AppStoreModels
import Foundation

/// Which transactions StoreKit 2 shows. Copies that a restore of StoreKit 1 made are none of them.
extension StoreEngine {
    /// The transactions that a device of an account is shown: those that it asks for, as far as no fault hides them.
    func shown(_ selection: DeviceSelection, account: String) -> [StoreTransaction] {
        let found = transactions(selection, account: signedInAccount(account))
        switch selection.part {
        case .all: return found
        case .currentEntitlements:
            return found.filter { transaction in
                guard let fault = fault(.entitlementLate, account: account, product: transaction.productID) else {
                    return true
                }
                return transaction.purchaseDate.adding(seconds: fault.parameters.seconds ?? 0) <= now
            }
        case .unfinished: return fault(.unfinishedNewestFirst, account: account) == nil ? found : found.reversed()
        }
    }

    /// The transactions that a device asks for, oldest first.
    func transactions(_ selection: DeviceSelection, account: String) -> [StoreTransaction] {
        let found =
            switch selection.part {
            case .all: history(account, includesFinishedConsumables: selection.includesFinishedConsumables)
            case .currentEntitlements: currentEntitlements(account)
            case .unfinished: transactions(account: account).filter { !$0.isFinished }
            }
        let wanted = selection.transactionIDs.map { Set($0) }
        return found.filter { transaction in
            (selection.productID == nil || transaction.productID == selection.productID)
                && (wanted?.contains(transaction.transactionID) ?? true)
        }
    }

    /// `Transaction.all`: a consumable that is finished and not refunded is history, and no transaction any more.
    private func history(_ account: String, includesFinishedConsumables: Bool) -> [StoreTransaction] {
        transactions(account: account).filter { transaction in
            transaction.productType != .consumable || includesFinishedConsumables
                || !transaction.isFinished || transaction.revocationDate != nil
        }
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
