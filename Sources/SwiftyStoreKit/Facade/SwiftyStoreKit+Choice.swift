import Locking

extension SwiftyStoreKit {
    private static let choice = Locked(StoreKitChoice.automatic)

    /// Which of Apple's interfaces the functions of this class work on.
    ///
    /// Set it before anything else of this library is used; what is set later counts from the next launch on. An app may
    /// change over with purchases pending: what one interface left unfinished the other delivers.
    public static var storeKit: StoreKitChoice {
        get { choice.withLock { $0 } }
        set { choice.withLock { $0 = newValue } }
    }

    /// Transactions whose signature does not hold. They are neither delivered nor finished. Ends when the reading task is
    /// cancelled.
    ///
    /// Only StoreKit 2 tells of them.
    public static var unverifiedTransactions: AsyncStream<UnverifiedTransaction> { client.unverifiedTransactions }
}
