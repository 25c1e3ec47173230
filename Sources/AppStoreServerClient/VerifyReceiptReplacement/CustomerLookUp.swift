import AppReceipt
import AppStoreModels
import Foundation

/// Asks the App Store Server API about the customer of a receipt.
struct CustomerLookUp: Sendable {
    /// Asks the receipt's environment only.
    let client: ServerAPIClient
    let listsFinishedConsumables: Bool

    /// Everything the customer has bought, and the state of every subscription.
    ///
    /// One call of the history for each 20 transactions; if there are auto-renewable subscriptions, one of the statuses.
    ///
    /// - Throws: ``ServerAPIError``, 4040010 if the App Store knows none of the transactions that were tried.
    func purchases(of receipt: AppReceipt) async throws(ServerAPIError) -> CustomerPurchases {
        guard
            let newest = receipt.inAppPurchases.filter({ !$0.transactionID.isEmpty })
                .max(by: { $0.purchaseDate < $1.purchaseDate })
        else { return CustomerPurchases() }
        let (identifier, transactions) = try await history(of: newest)
        let isSubscriber = transactions.contains { $0.type == .autoRenewableSubscription }
        let hasSubscriptions = isSubscriber || receipt.hasAutoRenewables
        let trials = receipt.inAppPurchases.filter { $0.isTrialPeriod == true }.map(\.transactionID)
        return CustomerPurchases(
            transactions: transactions,
            subscriptions: hasSubscriptions
                ? try await client.subscriptionStatuses(of: identifier).subscriptions : [],
            trialIDs: Set(trials)
        )
    }

    /// The history, and the identifier by which it was found.
    private func history(
        of purchase: InAppPurchaseRecord
    ) async throws(ServerAPIError) -> (String, [TransactionPayload]) {
        do {
            return (purchase.transactionID, try await history(of: purchase.transactionID))
        } catch {
            // A purchase that an old system restored had an identifier that only that receipt knows.
            guard error.errorCode == .transactionIDNotFound, let original = purchase.originalTransactionID,
                original != purchase.transactionID
            else { throw error }
            return (original, try await history(of: original))
        }
    }

    private func history(of identifier: String) async throws(ServerAPIError) -> [TransactionPayload] {
        let pages =
            listsFinishedConsumables
            ? client.transactionHistoryPages(of: identifier) : client.transactionHistoryPagesV1(of: identifier)
        var transactions: [TransactionPayload] = []
        for try await page in pages { transactions += page.transactions.map(\.payload) }
        return transactions
    }
}
