extension SKError {
    /// Why a store operation failed.
    @nonexhaustive
    public enum Code: Int, Sendable {
        /// Something unexpected.
        case unknown = 0
        /// The client may not do this.
        case clientInvalid = 1
        /// The customer cancelled.
        case paymentCancelled = 2
        /// A value of the payment was not recognised.
        case paymentInvalid = 3
        /// The customer may not authorise payments.
        case paymentNotAllowed = 4
        /// The product is not available in this storefront.
        case storeProductNotAvailable = 5
        /// The customer has not allowed access to cloud service information.
        case cloudServicePermissionDenied = 6
        /// The device could not connect to the network.
        case cloudServiceNetworkConnectionFailed = 7
        /// The customer has revoked permission to use the cloud service.
        case cloudServiceRevoked = 8
        /// The customer has not acknowledged the privacy policy.
        case privacyAcknowledgementRequired = 9
        /// The payment carries request data.
        case unauthorizedRequestData = 10
        /// The offer does not exist or is not active.
        case invalidOfferIdentifier = 11
        /// The signature of the offer is not valid.
        case invalidSignature = 12
        /// The offer misses parameters.
        case missingOfferParams = 13
        /// The offer's price is no longer valid.
        case invalidOfferPrice = 14
        /// The overlay was cancelled.
        case overlayCancelled = 15
        /// The overlay's configuration is not valid.
        case overlayInvalidConfiguration = 16
        /// The overlay took too long.
        case overlayTimeout = 17
        /// The customer is not eligible for the offer.
        case ineligibleForOffer = 18
        /// The platform does not have overlays.
        case unsupportedPlatform = 19
        /// The overlay was presented in a scene in the background.
        case overlayPresentedInBackgroundScene = 20
        /// The payment method has to be configured first.
        case paymentMethodBindingConfigurationRequired = 21
    }
}
