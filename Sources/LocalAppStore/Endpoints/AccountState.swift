import AppStoreModels
import Foundation
import OrderedCollections

/// What `verifyReceipt` tells of an account beyond the receipt that was sent: its state now.
struct AccountState {
    /// Everything the account bought or was renewed, in order.
    let transactions: [StoreTransaction]
    /// The account's subscriptions.
    let subscriptions: [StoreSubscription]

    init(account: String, engine: StoreEngine) {
        transactions = engine.transactions(account: account)
        subscriptions = engine.subscriptions(account: account)
    }

    init(transactions: [StoreTransaction], subscriptions: [StoreSubscription]) {
        self.transactions = transactions
        self.subscriptions = subscriptions
    }

    /// Whether the account ever had an auto-renewable subscription.
    var hasAutoRenewables: Bool { !subscriptions.isEmpty }

    /// All transactions but finished consumables, newest first as Apple's servers have them today.
    ///
    /// - Parameters:
    ///   - newestOnly: Of each subscription only the newest transaction, as `exclude-old-transactions` asks.
    ///   - kept: The identifier of one that is there whatever has become of it.
    func latestReceiptInfo(newestOnly: Bool, keeping kept: String? = nil) -> [VerifyReceiptTransaction] {
        var chains: Set<String> = []
        return transactions.reversed().filter { transaction in
            if transaction.transactionID == kept { return true }
            guard transaction.productType == .autoRenewableSubscription else {
                return !(transaction.productType == .consumable && transaction.isFinished)
            }
            return chains.insert(transaction.originalTransactionID).inserted || !newestOnly
        }
        .map { VerifyReceiptTransaction($0, upgradedDate: upgradedDate(of: $0)) }
    }

    /// What the next renewal of each subscription will do.
    var pendingRenewalInfo: [VerifyReceiptRenewalInfo] { subscriptions.map(VerifyReceiptRenewalInfo.init(_:)) }

    /// When the level that replaced an upgraded transaction began.
    private func upgradedDate(of transaction: StoreTransaction) -> Date? {
        guard transaction.isUpgraded, let index = transactions.firstIndex(of: transaction) else { return nil }
        return transactions[(index + 1)...].first {
            $0.originalTransactionID == transaction.originalTransactionID
        }?.purchaseDate
    }
}
