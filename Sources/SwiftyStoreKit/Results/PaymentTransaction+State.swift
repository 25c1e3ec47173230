#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// For modules on this one, which then need not import StoreKit for the names of the states.
extension PaymentTransaction {
    /// Whether it was bought, and is no purchase of before that was given back.
    package var isPurchased: Bool { transactionState == .purchased }

    /// Whether a purchase of before was given back.
    package var isRestored: Bool { transactionState == .restored }
}
