import Locking

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension StoreClient {
    /// Every transaction, as often as it changes: first those that are in the queue now, then what comes.
    ///
    /// The stream is for watching; nothing waits for its reader. To hand out what was bought, use
    /// ``deliver(retry:storage:_:)``. It ends when the reading task is cancelled, or when the client goes away. Any number
    /// of readers may read, each a stream of its own.
    public var transactions: AsyncStream<Purchase> {
        transactionFeed.stream {
            state.withLock { $0.openTransactions.inOrder }.map { Purchase($0, needsFinish: false) }
        }
    }

    /// What the customer owns, as it changes: what the store takes away, and what ``OwnedProducts`` finds out.
    ///
    /// Ends when the reading task is cancelled, or when the client goes away.
    public var entitlementChanges: AsyncStream<EntitlementChange> { entitlementFeed.stream() }

    /// What the store takes away; without products where the customer owns them all the same.
    var revocations: AsyncStream<EntitlementChange> { revocationFeed.stream() }

    /// The customer's storefront: the one of now, then each that it changes to; nil while there is none.
    ///
    /// Products and prices belong to a storefront: retrieve them anew. Ends when the reading task is cancelled, or when
    /// the client goes away.
    public var storefronts: AsyncStream<SKStorefront?> { storefrontFeed.stream { [storefront] } }

    /// The customer's storefront of now; nil if the device does not know it.
    public var storefront: SKStorefront? { backend.storefront }

    /// Transactions whose signature does not hold. They are neither delivered nor finished; ends when the client goes away.
    ///
    /// Only StoreKit 2 tells of them.
    public var unverifiedTransactions: AsyncStream<UnverifiedTransaction> { unverifiedFeed.stream() }
}
