// An app that imports SwiftyStoreKit alone still names SKProduct and its like, as it can after `import StoreKit`.
#if !(canImport(StoreKit) && canImport(Darwin)) && !PURSER_CHECKS_IMPORTS
    @_exported public import LocalStoreKit
#endif
