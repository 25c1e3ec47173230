import Foundation

/// What StoreKit 1 makes of an error that StoreKit 2 has another one for; the counterpart of ``StoreRefusal``.
enum OriginalError {
    /// The error in the words of StoreKit 1.
    static func error(_ error: any Error) -> any Error {
        switch error {
        case let error as StoreKitError: ofStoreKit(error)
        case let error as Product.PurchaseError: SKError(code(of: error))
        default: error
        }
    }

    private static func ofStoreKit(_ error: StoreKitError) -> any Error {
        switch error {
        case .userCancelled: SKError(.paymentCancelled)
        case .networkError(let error): error
        case .systemError(let error): error
        case .notAvailableInStorefront: SKError(.storeProductNotAvailable)
        case .notEntitled: SKError(.clientInvalid)
        case .unknown, .unsupported: SKError(.unknown)
        }
    }

    private static func code(of error: Product.PurchaseError) -> SKError.Code {
        switch error {
        case .invalidQuantity: .paymentInvalid
        case .productUnavailable: .storeProductNotAvailable
        case .purchaseNotAllowed: .paymentNotAllowed
        case .ineligibleForOffer: .ineligibleForOffer
        case .invalidOfferIdentifier: .invalidOfferIdentifier
        case .invalidOfferPrice: .invalidOfferPrice
        case .invalidOfferSignature: .invalidSignature
        case .missingOfferParameters: .missingOfferParams
        case .paymentMethodBindingConfigurationRequired: .paymentMethodBindingConfigurationRequired
        }
    }
}
