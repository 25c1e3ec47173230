import Foundation
import LocalAppStore

/// What StoreKit 2 makes of an error that StoreKit 1 has another one for.
enum StoreRefusal {
    /// The error in the words of StoreKit 2.
    static func error(_ error: any Error) -> any Error {
        switch error {
        case let error as StoreKitError: error
        case let error as Product.PurchaseError: error
        case let error as Transaction.RefundRequestError: error
        case let error as InvalidRequestError: error
        case let error as URLError: StoreKitError.networkError(error)
        case let error as SKError: ofStore(error).map { self.error($0) } ?? ofCode(error)
        case let error as StoreError: ofStoreError(error)
        default: StoreKitError.systemError(error)
        }
    }

    /// The error outside of a purchase, where only the store itself can fail.
    static func storeKitError(_ error: any Error) -> StoreKitError {
        switch self.error(error) {
        case let error as StoreKitError: error
        case Product.PurchaseError.productUnavailable: .notAvailableInStorefront
        case let error: .systemError(error)
        }
    }

    private static func ofStore(_ error: SKError) -> StoreError? {
        error.userInfo[NSUnderlyingErrorKey] as? StoreError
    }

    private static func ofStoreError(_ error: StoreError) -> any Error {
        switch error.code {
        case .unknownProduct: Product.PurchaseError.productUnavailable
        case .invalidQuantity: Product.PurchaseError.invalidQuantity
        case .paymentNotAllowed: Product.PurchaseError.purchaseNotAllowed
        case .ineligibleForOffer: Product.PurchaseError.ineligibleForOffer
        case .unknownOffer, .unknownOfferCode, .offerCodeRefused: Product.PurchaseError.invalidOfferIdentifier
        case .unknownAccount: StoreKitError.notEntitled
        case .offline: StoreKitError.networkError(URLError(.notConnectedToInternet))
        default: StoreKitError.systemError(error)
        }
    }

    private static func ofCode(_ error: SKError) -> any Error {
        switch error.code {
        case .paymentCancelled: StoreKitError.userCancelled
        case .paymentInvalid: Product.PurchaseError.invalidQuantity
        case .paymentNotAllowed: Product.PurchaseError.purchaseNotAllowed
        case .storeProductNotAvailable: Product.PurchaseError.productUnavailable
        case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
        case .invalidSignature: Product.PurchaseError.invalidOfferSignature
        case .missingOfferParams: Product.PurchaseError.missingOfferParameters
        case .invalidOfferPrice: Product.PurchaseError.invalidOfferPrice
        case .ineligibleForOffer: Product.PurchaseError.ineligibleForOffer
        case .cloudServiceNetworkConnectionFailed: StoreKitError.networkError(URLError(.networkConnectionLost))
        case .clientInvalid: StoreKitError.notEntitled
        case .unknown: ofUnknown(error)
        default: StoreKitError.systemError(error)
        }
    }

    /// What lies beneath an unknown error, if something does.
    private static func ofUnknown(_ error: SKError) -> StoreKitError {
        guard let beneath = error.userInfo[NSUnderlyingErrorKey] as? any Error else { return .unknown }
        return .systemError(beneath)
    }
}
