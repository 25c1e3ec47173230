import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension SKError {
    /// The error of StoreKit 2 as one of the store, with the original beneath it; nil for other errors.
    init?(storeKit2 error: any Error) {
        switch error {
        case let error as Product.PurchaseError: self.init(SKError.code(of: error), beneath: error)
        case let error as StoreKitError:
            // What the system says is passed on as it is said: it may well be an error of the store.
            if case .systemError(let system) = error {
                self.init(storeError: system)
            } else if case .networkError(let network) = error {
                self.init(.cloudServiceNetworkConnectionFailed, beneath: network)
            } else {
                self.init(SKError.code(of: error), beneath: error)
            }
        default: return nil
        }
    }

    /// What was bought cannot be trusted. The customer may have been charged.
    init(unverified transaction: UnverifiedTransaction) {
        self.init(
            .unknown,
            userInfo: [
                NSUnderlyingErrorKey: transaction.reason,
                NSLocalizedDescriptionKey: "The signature of the purchase does not hold on this device",
            ]
        )
    }

    private init(_ code: SKError.Code, beneath error: any Error) {
        self.init(
            code,
            userInfo: [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: error.localizedDescription]
        )
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
        // A later system's; whether anything was charged is not known.
        default: .unknown
        }
    }

    private static func code(of error: StoreKitError) -> SKError.Code {
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *), case .unsupported = error {
            return .clientInvalid
        }
        return switch error {
        case .userCancelled: .paymentCancelled
        case .notAvailableInStorefront: .storeProductNotAvailable
        case .notEntitled: .clientInvalid
        default: .unknown
        }
    }
}
