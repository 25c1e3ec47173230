#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension SwiftyStoreKit {
    /// Every transaction, as often as it changes: first those that are in the queue now, then what comes.
    ///
    /// The stream is for watching; to hand out what was bought, use ``deliver(retry:storage:_:)``. It ends when the
    /// reading task is cancelled.
    public static var transactions: AsyncStream<Purchase> { client.transactions }

    /// What the customer owns, as it changes. Ends when the reading task is cancelled.
    public static var entitlementChanges: AsyncStream<EntitlementChange> { client.entitlementChanges }

    /// The customer's storefront: the one of now, then each that it changes to. Ends when the reading task is cancelled.
    public static var storefronts: AsyncStream<SKStorefront?> { client.storefronts }

    /// The customer's storefront of now; nil if the device does not know it.
    public static var storefront: SKStorefront? { client.storefront }
}
