package import AppStoreModels

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension PaymentTransaction {
    /// What the App Store signed about its time; nil on StoreKit 1, where nothing of it is signed.
    package var signedDates: SignedDates? {
        (self as? StoreKit2Transaction)?.signed.map { signed in
            SignedDates(end: signed.transaction.expirationDate, revocation: signed.transaction.revocationDate)
        }
    }
}
