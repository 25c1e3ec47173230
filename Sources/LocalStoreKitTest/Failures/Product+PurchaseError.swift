import LocalStoreKit

extension Product.PurchaseError {
    /// The code that the original API has for it.
    var originalCode: SKError.Code {
        switch self {
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
