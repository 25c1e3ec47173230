public import Foundation

/// Why a store operation failed.
public enum StoreKitError: Error, LocalizedError {
    /// Something unexpected.
    case unknown
    /// The customer cancelled.
    case userCancelled
    /// The network failed.
    case networkError(URLError)
    /// The system failed.
    case systemError(any Error)
    /// The product is not sold in the customer's storefront.
    case notAvailableInStorefront
    /// The app is not entitled to this.
    case notEntitled
    /// The device cannot do this.
    case unsupported

    /// What happened, in a sentence.
    public var errorDescription: String? {
        switch self {
        case .unknown: "Something unexpected happened in the store."
        case .userCancelled: "The customer cancelled."
        case .networkError(let error): "The network failed: \(error.localizedDescription)"
        case .systemError(let error): "The system failed: \(error.localizedDescription)"
        case .notAvailableInStorefront: "The product is not sold in this storefront."
        case .notEntitled: "The app is not entitled to this."
        case .unsupported: "The device cannot do this."
        }
    }
}

/// What the store says of a purchase of Advanced Commerce that was asked for in the wrong way.
public struct InvalidRequestError: Error {
    /// The number of the refusal, as the App Store Server API has it.
    public let code: Int64
    /// What was wrong.
    public let message: String
}
