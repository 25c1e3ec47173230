#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension SKPaymentTransactionState: @retroactive CustomDebugStringConvertible {
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
