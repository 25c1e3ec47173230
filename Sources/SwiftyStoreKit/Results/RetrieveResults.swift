#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// What the store knows about some product identifiers.
public struct RetrieveResults: Sendable {
    /// The products, localized for the customer.
    public let retrievedProducts: Set<SKProduct>

    /// The identifiers that the store does not know.
    public let invalidProductIDs: Set<String>

    /// Why nothing could be retrieved; a cancelled call has a `CancellationError`.
    public let error: (any Error)?

    /// Results of these values.
    public init(retrievedProducts: Set<SKProduct>, invalidProductIDs: Set<String>, error: (any Error)?) {
        self.retrievedProducts = retrievedProducts
        self.invalidProductIDs = invalidProductIDs
        self.error = error
    }
}
