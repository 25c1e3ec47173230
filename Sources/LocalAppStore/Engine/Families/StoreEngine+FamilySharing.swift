import AppStoreModels
import Foundation

// What a purchaser has, its family has too: each member has transactions of its own that repeat the purchaser's. They follow
// from the purchaser's events, here only.
extension StoreEngine {
    /// Lets the family follow what happened to a purchaser.
    mutating func passOnToFamily(_ event: StoreEvent) {
        // What is deleted takes the family's share with it.
        guard event.name != .deleted else { return }
        guard let accountID = event.transaction?.accountID ?? event.subscription?.accountID else { return }
        let relatives = relatives(of: accountID)
        guard !relatives.isEmpty else { return }
        if let chain = event.subscription, chain.sharing == nil {
            for member in relatives { share(chain, with: member, event.notification, event.name) }
        }
        for transaction in event.transactions where transaction.productType == .nonConsumable {
            for member in relatives { share(transaction, with: member) }
        }
    }

    /// Lets the family of an account have what it should have now, and nothing else.
    mutating func shareEverything(of accountID: String) {
        for member in relatives(of: accountID) {
            for chain in subscriptions(account: accountID) where chain.sharing == nil {
                share(chain, with: member, nil, .familyShared)
            }
            for transaction in transactions(account: accountID) where transaction.productType == .nonConsumable {
                share(transaction, with: member)
            }
        }
    }

    /// Takes away what an account has from others who are not in its family.
    mutating func revokeStrayShares(of accountID: String) {
        let relatives = Set(relatives(of: accountID))
        for chain in subscriptions(account: accountID) where chain.isLive {
            guard let sharing = chain.sharing else { continue }
            if let purchaser = chains[sharing.originalTransactionID]?.accountID, relatives.contains(purchaser) {
                continue
            }
            revokeShare(chain)
        }
        for copy in transactions(account: accountID)
        where copy.productType == .nonConsumable && copy.revocationDate == nil {
            guard let sharedID = copy.sharedTransactionID else { continue }
            if let purchaser = ledger[sharedID]?.accountID, relatives.contains(purchaser) { continue }
            revokeShare(copy)
        }
    }

    // MARK: Non-consumables

    private mutating func share(_ original: StoreTransaction, with member: String) {
        // What the developer's own catalogue sells is not shared.
        guard original.ownership == .purchased, original.commerce == nil,
            original.originalTransactionID == original.transactionID
        else { return }
        let copy = ledger.records(of: member).first { other in
            other.sharedTransactionID == original.transactionID && !other.isRestored
        }
        let mayHave =
            original.revocationDate == nil && isShared(original.productID, original.transactionID, original.accountID)
        switch copy {
        case nil where mayHave:
            let transaction = shareOf(original, for: member, originalTransactionID: nil)
            emit(.familyShared, notification: StoreNotification(.oneTimeCharge), transactions: [transaction])
        case .some(var copy) where mayHave && copy.revocationDate != nil:
            copy.revocationDate = nil
            copy.revocationReason = nil
            copy.isFinished = false
            emit(.familyShared, notification: StoreNotification(.oneTimeCharge), transactions: [copy])
        case .some(let copy) where !mayHave && copy.revocationDate == nil: revokeShare(copy)
        default: break
        }
    }

    private mutating func revokeShare(_ copy: StoreTransaction) {
        var copy = copy
        copy.revocationDate = now
        copy.revocationReason = .other
        emit(.familyRevoked, notification: StoreNotification(.revoke), transactions: [copy])
    }

    // MARK: Subscriptions

    private mutating func share(
        _ chain: StoreSubscription,
        with member: String,
        _ notification: StoreNotification?,
        _ name: StoreEvent.Name
    ) {
        let existing = sharedChains(of: chain.originalTransactionID).first { $0.accountID == member }
        let mayHave =
            chain.status != .revoked && chain.commerce == nil
            && isShared(chain.productID, chain.originalTransactionID, chain.accountID)
        guard let share = existing, share.isLive else {
            if mayHave, chain.hasAccess { beginShare(of: chain, for: member, again: existing) }
            return
        }
        guard mayHave else { return revokeShare(share) }
        follow(chain, share, notification, name)
    }

    private mutating func beginShare(of chain: StoreSubscription, for member: String, again share: StoreSubscription?) {
        guard let latest = ledger[chain.latestTransactionID] else { return }
        let transaction: StoreTransaction
        if let returned = returned(share, latest) {
            transaction = returned
        } else {
            let original = share?.originalTransactionID
            transaction = shareOf(latest, for: member, originalTransactionID: original, reason: .purchase)
        }
        let subscription = shareOf(chain, transaction)
        emit(
            .familyShared,
            notification: StoreNotification(.subscribed, share == nil ? .initialBuy : .resubscribe),
            transactions: [transaction],
            subscription: subscription
        )
    }

    /// The member's transaction of a period that was taken away and is given back.
    private func returned(_ share: StoreSubscription?, _ latest: StoreTransaction) -> StoreTransaction? {
        guard let share, share.status == .revoked, var transaction = ledger[share.latestTransactionID],
            transaction.sharedTransactionID == latest.transactionID
        else { return nil }
        transaction.revocationDate = nil
        transaction.revocationReason = nil
        transaction.expiresDate = latest.expiresDate
        transaction.isFinished = false
        return transaction
    }

    /// A new period is a new transaction; what else happened changes the latest one, unless that was deleted.
    private mutating func follow(
        _ chain: StoreSubscription,
        _ share: StoreSubscription,
        _ notification: StoreNotification?,
        _ name: StoreEvent.Name
    ) {
        let old = ledger[share.latestTransactionID]
        if let latest = ledger[chain.latestTransactionID], share.sharing?.transactionID != latest.transactionID {
            return followToNewPeriod(chain, share, latest, old, notification, name)
        }
        var transaction = old
        transaction?.expiresDate = chain.expiresDate
        let subscription = shareOf(
            chain,
            for: share.accountID,
            originalTransactionID: share.originalTransactionID,
            latestTransactionID: share.latestTransactionID
        )
        guard subscription != share || transaction != old else { return }
        emit(
            name,
            notification: notification?.ofFamilyMember,
            transactions: transaction.map { [$0] } ?? [],
            subscription: subscription
        )
    }

    private mutating func followToNewPeriod(
        _ chain: StoreSubscription,
        _ share: StoreSubscription,
        _ latest: StoreTransaction,
        _ old: StoreTransaction?,
        _ notification: StoreNotification?,
        _ name: StoreEvent.Name
    ) {
        let transaction = shareOf(latest, for: share.accountID, originalTransactionID: share.originalTransactionID)
        var transactions = [transaction]
        if var replaced = old, ledger[replaced.sharedTransactionID ?? ""]?.isUpgraded == true {
            replaced.isUpgraded = true
            transactions.append(replaced)
        }
        emit(
            name,
            notification: notification?.ofFamilyMember ?? StoreNotification(.subscribed, .resubscribe),
            transactions: transactions,
            subscription: shareOf(chain, transaction)
        )
    }

    private mutating func revokeShare(_ share: StoreSubscription) {
        var share = share
        share.status = .revoked
        share.gracePeriodExpiresDate = nil
        share.billingRetryEndDate = nil
        share.nextChargeDate = nil
        share.autoRenews = false
        var transactions: [StoreTransaction] = []
        if var latest = ledger[share.latestTransactionID] {
            latest.revocationDate = now
            latest.revocationReason = .other
            transactions = [latest]
        }
        emit(
            .familyRevoked,
            notification: StoreNotification(.revoke),
            transactions: transactions,
            subscription: share
        )
    }

    private func isShared(_ productID: String, _ originalTransactionID: String, _ accountID: String) -> Bool {
        catalogue[productID]?.isFamilyShareable == true
            && customers[accountID]?.unsharedPurchases.contains(originalTransactionID) != true
    }
}

extension StoreNotification {
    /// What is reported of a family member when this is reported of the purchaser: periods, not the purchaser's choices.
    fileprivate var ofFamilyMember: StoreNotification? {
        let passedOn: [NotificationType] = [
            .didRenew, .didFailToRenew, .gracePeriodExpired, .expired, .renewalExtended,
        ]
        return passedOn.contains(type) ? self : nil
    }
}
