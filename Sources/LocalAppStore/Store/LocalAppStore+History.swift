import Foundation

extension LocalAppStore {
    /// The account whose download of the app has an identifier; nil if there is none.
    public func account(appTransactionID: String) -> StoreAccount? {
        look { $0.account(appTransactionID: appTransactionID) }
    }

    /// A part of what an account bought, in the order in which it last changed; see the engine.
    package func history(
        account: String,
        isAscending: Bool,
        after start: ChangePlace?,
        size: Int,
        where isWanted: (StoreTransaction) -> Bool
    ) -> TransactionHistoryPage {
        look { engine in
            engine.history(account: account, isAscending: isAscending, after: start, size: size, where: isWanted)
        }
    }
}
