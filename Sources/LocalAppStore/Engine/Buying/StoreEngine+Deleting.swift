import AppStoreModels
import Foundation
import OrderedCollections

extension StoreEngine {
    /// Deletes a transaction and everything that came of it: restored copies, and with the first transaction of a
    /// subscription all its renewals.
    ///
    /// Without its latest period a subscription is what the period before made of it: it goes on if that is not over, else it
    /// has ended and does not renew. Nobody is notified: the App Store never does this.
    ///
    /// - Throws: `unknownTransaction`
    package mutating func delete(transactionID: String) throws(StoreError) {
        let transaction = try transaction(transactionID)
        let doomed = ledger.records(of: transaction.accountID).filter { other in
            other.transactionID == transactionID || other.restoredTransactionID == transactionID
                || other.originalTransactionID == transactionID
        }
        let copies = shares(of: Set(doomed.map(\.transactionID)), from: transaction.accountID)
        let ids = doomed.map(\.transactionID) + copies
        let chainID = transaction.originalTransactionID
        let chains = ([chains[chainID]] + sharedChains(of: chainID)).compactMap { $0 }
        let remains = chains.compactMap { remainder(of: $0, without: Set(ids)) }
        emit(.deleted, account: transaction.accountID, about: .deletion(ids))
        for (chain, latest) in remains { emit(.deleted, transactions: [latest], subscription: chain) }
    }

    /// Deletes all transactions of an account, or of all accounts; the accounts stay.
    ///
    /// - Throws: `unknownAccount`
    package mutating func clearTransactions(account: String? = nil) throws(StoreError) {
        if let account { _ = try self.account(account) }
        let doomed = ledger.all.filter { account == nil || $0.accountID == account }
        guard !doomed.isEmpty else { return }
        let ids = doomed.map(\.transactionID)
        let copies = account.map { shares(of: Set(ids), from: $0) } ?? []
        emit(.deleted, account: account, about: .deletion(ids + copies))
    }

    /// A subscription as it is without its latest period, and the period before; nil if it keeps that, or has no other.
    private func remainder(
        of chain: StoreSubscription,
        without ids: Set<String>
    ) -> (StoreSubscription, StoreTransaction)? {
        guard ids.contains(chain.latestTransactionID), !ids.contains(chain.originalTransactionID) else { return nil }
        let periods = ledger.records(of: chain.accountID).filter { period in
            period.originalTransactionID == chain.originalTransactionID && !period.isRestored
                && !ids.contains(period.transactionID)
        }
        guard var latest = periods.last else { return nil }
        // As if there had been no upgrade, which paid the rest of the period back.
        latest.isUpgraded = false
        latest.proratedRefund = nil
        var chain = chain
        chain.goBack(to: latest, now: now)
        chain.hasUsedIntroductoryOffer = periods.contains { $0.offer?.type == .introductory }
        return (chain, latest)
    }

    /// What the family has of these transactions.
    private func shares(of ids: Set<String>, from account: String) -> [String] {
        relatives(of: account).flatMap { member in
            ledger.records(of: member).filter { $0.sharedTransactionID.map(ids.contains) == true }
                .map(\.transactionID)
        }
    }
}

extension StoreSubscription {
    /// Makes an earlier period the latest one, as if no later one had been.
    fileprivate mutating func goBack(to period: StoreTransaction, now: Date) {
        latestTransactionID = period.transactionID
        productID = period.productID
        expiresDate = period.expiresDate ?? expiresDate
        renewalCount = max(0, renewalCount - 1)
        gracePeriodExpiresDate = nil
        billingRetryEndDate = nil
        nextChargeDate = nil
        continuingOffer = nil
        pendingOffer = nil
        priceIncrease = nil
        if let purchaserTransactionID = period.sharedTransactionID { sharing?.transactionID = purchaserTransactionID }
        if period.revocationDate != nil {
            status = .revoked
        } else {
            status = expiresDate > now ? .active : .expired
        }
        if status == .expired {
            expirationIntent = expirationIntent ?? .customerCancelled
        } else {
            expirationIntent = nil
        }
        if status != .active { autoRenews = false }
    }
}
