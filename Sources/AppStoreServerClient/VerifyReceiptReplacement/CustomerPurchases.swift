import AppStoreModels
import Foundation

/// What a customer has bought, as `verifyReceipt` tells of it.
struct CustomerPurchases: Sendable {
    /// Each transaction once, as it was last, the oldest first.
    private let transactions: [TransactionPayload]
    private let subscriptions: [SubscriptionStatuses.Subscription]
    private let trialIDs: Set<String>

    /// Nothing.
    init() { (transactions, subscriptions, trialIDs) = ([], [], []) }

    /// - Parameters:
    ///   - transactions: In any order; of those with one identifier the last counts.
    ///   - subscriptions: The states of all subscriptions.
    ///   - trialIDs: The transactions that the receipt calls free trials.
    init(
        transactions: [TransactionPayload],
        subscriptions: [SubscriptionStatuses.Subscription],
        trialIDs: Set<String>
    ) {
        // A transaction that changes while the pages are read moves to their end, and comes again.
        let last = Dictionary(transactions.map { ($0.transactionID, $0) }) { _, later in later }
        self.transactions = last.values.sorted { Self.place(of: $0) < Self.place(of: $1) }
        self.subscriptions = subscriptions
        self.trialIDs = trialIDs
    }

    /// Whether there is or was an auto-renewable subscription.
    var hasAutoRenewables: Bool {
        !subscriptions.isEmpty || transactions.contains { $0.type == .autoRenewableSubscription }
    }

    /// All transactions, newest first as Apple's servers had them last.
    ///
    /// - Parameter newestOnly: Of each subscription only the newest transaction, as `exclude-old-transactions` asks.
    func latestReceiptInfo(newestOnly: Bool) -> [VerifyReceiptTransaction] {
        var following: [String: TransactionPayload] = [:]
        return transactions.reversed().compactMap { transaction in
            let chain = transaction.originalTransactionID ?? ""
            let next = following.updateValue(transaction, forKey: chain)
            if newestOnly, next != nil, transaction.type == .autoRenewableSubscription { return nil }
            let id = transaction.transactionID ?? ""
            return VerifyReceiptTransaction(
                transaction,
                replacedAt: transaction.isUpgraded == true ? next?.purchaseDate : nil,
                isRecordedTrial: trialIDs.contains(id)
            )
        }
    }

    /// What the next renewal of each subscription will do.
    var pendingRenewalInfo: [VerifyReceiptRenewalInfo] { subscriptions.map(VerifyReceiptRenewalInfo.init(_:)) }

    /// Where a transaction stands in time. Identifiers grow; among those of one moment the longer number is the greater.
    private static func place(of transaction: TransactionPayload) -> (Date, Int, String) {
        let id = transaction.transactionID ?? ""
        return (transaction.purchaseDate ?? .distantPast, id.utf8.count, id)
    }
}
