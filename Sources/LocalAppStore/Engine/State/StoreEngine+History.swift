import AppStoreModels
import Foundation

/// One page of a customer's history.
package struct TransactionHistoryPage: Sendable {
    /// The transactions, in the order that was asked for.
    package let transactions: [StoreTransaction]
    /// Whether more follow.
    package let hasMore: Bool
    /// The place of the last transaction; nil for an empty page.
    package let end: ChangePlace?
}

extension StoreEngine {
    /// A part of what an account bought, in the order in which it last changed.
    ///
    /// Whatever the clock says, what changes moves to the end of the ascending order: who keeps the place of the last
    /// transaction misses nothing. Only the account's own transactions are looked at, and only those of the page and what the
    /// filter leaves out are unpacked.
    ///
    /// - Parameters:
    ///   - account: Whose transactions.
    ///   - isAscending: Whether the oldest change comes first.
    ///   - start: Where the page before ended; nil for the beginning.
    ///   - size: How many transactions a page has at most.
    ///   - isWanted: The filter.
    package func history(
        account: String,
        isAscending: Bool,
        after start: ChangePlace?,
        size: Int,
        where isWanted: (StoreTransaction) -> Bool
    ) -> TransactionHistoryPage {
        let places = ledger.places(account: account)
            .filter { candidate in
                guard let start else { return true }
                return isAscending ? candidate.place > start : candidate.place < start
            }
            .sorted { isAscending ? $0.place < $1.place : $0.place > $1.place }
        var (transactions, end): ([StoreTransaction], ChangePlace?) = ([], nil)
        for (place, row) in places {
            let transaction = ledger.record(row)
            guard isWanted(transaction) else { continue }
            if transactions.count == size {
                return TransactionHistoryPage(transactions: transactions, hasMore: true, end: end)
            }
            transactions.append(transaction)
            end = place
        }
        return TransactionHistoryPage(transactions: transactions, hasMore: false, end: end)
    }

    /// The account whose download of the app has an identifier; nil if there is none.
    package func account(appTransactionID: String) -> StoreAccount? {
        customers[appTransactionID: appTransactionID]
    }
}
