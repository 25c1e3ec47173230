public import Foundation
import LocalStoreKit

/// Why a store operation failed, in the words of StoreKit 2.
///
/// The original API, which is what there is here, gives the app the error of its own that means the same.
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

    /// The error that the original API gives the app.
    var originalError: any Error {
        switch self {
        case .userCancelled: SKError(.paymentCancelled)
        case .networkError(let error): error
        case .systemError(let error): error
        case .notAvailableInStorefront: SKError(.storeProductNotAvailable)
        case .notEntitled: SKError(.clientInvalid)
        case .unknown, .unsupported: SKError(.unknown)
        }
    }

    /// Whether two errors are of the same kind and have the same error beneath them.
    static func isSame(_ first: StoreKitError, _ second: StoreKitError) -> Bool {
        switch (first, second) {
        case (.networkError(let first), .networkError(let second)): first.code == second.code
        case (.systemError(let first), .systemError(let second)): first as NSError == second as NSError
        case (.unknown, .unknown), (.userCancelled, .userCancelled), (.notEntitled, .notEntitled),
            (.unsupported, .unsupported), (.notAvailableInStorefront, .notAvailableInStorefront):
            true
        default: false
        }
    }
}
