// An app that imports SwiftyStoreKit alone still names SKProduct and its like, as it can after `import StoreKit`.
#if !canImport(StoreKit)
    @_exported public import LocalStoreKit
#endif
