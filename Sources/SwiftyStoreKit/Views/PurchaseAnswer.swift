import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// How a purchase went, as far as the customer cares.
public enum PurchaseAnswer: Sendable, Hashable {
    /// It went through.
    case bought
    /// Somebody has to approve it.
    case waiting
    /// The customer does not want it.
    case cancelled
    /// It failed; if `mayHaveBeenCharged`, do not ask the customer to try again: the purchase may still arrive.
    case failed(reason: String, mayHaveBeenCharged: Bool)

    /// What became of a purchase.
    public init(_ result: PurchaseResult) {
        switch result {
        case .success: self = .bought
        case .deferred: self = .waiting
        case .error(let error) where error.code == .paymentCancelled && !error.mayHaveBeenCharged: self = .cancelled
        case .error(let error):
            self = .failed(reason: error.localizedDescription, mayHaveBeenCharged: error.mayHaveBeenCharged)
        }
    }

    /// What to tell the customer, in English.
    public var message: String {
        switch self {
        case .bought: "Thank you!"
        case .waiting: "Ask your parents to approve the purchase."
        case .cancelled: "Nothing was bought."
        case .failed(let reason, true): "The purchase is not complete yet. (\(reason))"
        case .failed(let reason, false): "The purchase failed. (\(reason))"
        }
    }
}
