#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// What a restore brought back.
public struct RestoreResults: Sendable {
    /// What was restored; all of it also if the restore failed half-way.
    public let restoredPurchases: [Purchase]

    /// Why the restore failed, with a product identifier where there is one.
    public let restoreFailedPurchases: [(SKError, String?)]

    /// Results of these values.
    public init(restoredPurchases: [Purchase], restoreFailedPurchases: [(SKError, String?)]) {
        self.restoredPurchases = restoredPurchases
        self.restoreFailedPurchases = restoreFailedPurchases
    }
}
