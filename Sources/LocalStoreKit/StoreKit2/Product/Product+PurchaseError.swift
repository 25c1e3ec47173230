public import Foundation

extension Product {
    /// Why a product cannot be bought.
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

        /// What was wrong, in a sentence.
        public var failureReason: String? {
            switch self {
            case .invalidQuantity: "A quantity is 1 to 10, and more than 1 only of what can be owned more than once."
            case .productUnavailable: "The product is not sold in this storefront."
            case .purchaseNotAllowed: "The customer may not make payments."
            case .ineligibleForOffer: "The customer may not have the offer."
            case .invalidOfferIdentifier: "The product has no such offer."
            case .invalidOfferPrice: "The offer's price no longer holds."
            case .invalidOfferSignature: "The signature of the offer does not fit."
            case .missingOfferParameters: "The offer lacks a parameter."
            case .paymentMethodBindingConfigurationRequired: "No payment method is set up for it."
            }
        }

        /// What to do about it, in a sentence; nil if nothing can be done.
        public var recoverySuggestion: String? {
            switch self {
            case .invalidQuantity: "Buy another quantity."
            case .invalidOfferSignature, .missingOfferParameters: "Let the server sign the offer again."
            case .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice: "Buy without the offer."
            case .paymentMethodBindingConfigurationRequired: "Set up a payment method."
            case .productUnavailable, .purchaseNotAllowed: nil
            }
        }
    }
}
