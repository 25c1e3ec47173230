import CStoreKit

extension SKPaymentTransactionState {
    /// The name of the state in Swift, or its number: enumerations that come from C do not print their names.
    package var name: String {
        switch self {
        case .purchasing: "purchasing"
        case .purchased: "purchased"
        case .failed: "failed"
        case .restored: "restored"
        case .deferred: "deferred"
        @unknown default: "\(rawValue)"
        }
    }
}
