public import Foundation
import LocalStoreKit

/// Holds what StoreKit 2 nests in its product and test sessions use; there are no products of StoreKit 2 here.
public enum Product {
    /// Identifies a product.
    public typealias ID = String

    /// Why a product cannot be bought, in the words of StoreKit 2.
    public enum PurchaseError: Error, Equatable, Hashable, LocalizedError {
        /// The quantity is not allowed.
        case invalidQuantity
        /// The product is not sold.
        case productUnavailable
        /// The customer may not buy.
        case purchaseNotAllowed
        /// The customer may not have the offer.
        case ineligibleForOffer
        /// There is no such offer.
        case invalidOfferIdentifier
        /// The offer's price no longer holds.
        case invalidOfferPrice
        /// The offer's signature is wrong.
        case invalidOfferSignature
        /// The offer lacks a parameter.
        case missingOfferParameters
        /// A payment method must be set up first.
        case paymentMethodBindingConfigurationRequired

        /// What happened, in a sentence.
        public var errorDescription: String? { "The product cannot be bought: \(self)." }

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
}
