#if canImport(StoreKit)
    public import StoreKit

    extension SKPaymentTransactionState: @retroactive CustomDebugStringConvertible {}
#else
    public import LocalStoreKit

    extension SKPaymentTransactionState: CustomDebugStringConvertible {}
#endif

extension SKPaymentTransactionState {
    /// The state's name.
    public var debugDescription: String {
        switch self {
        case .purchasing: "purchasing"
        case .purchased: "purchased"
        case .failed: "failed"
        case .restored: "restored"
        case .deferred: "deferred"
        @unknown default: "default"
        }
    }
}
