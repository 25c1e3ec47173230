extension SKError {
    /// The code Code-swift.enum/unknown.
    public static var unknown: SKError.Code { .unknown }

    /// The code Code-swift.enum/clientInvalid.
    public static var clientInvalid: SKError.Code { .clientInvalid }

    /// The code Code-swift.enum/paymentCancelled.
    public static var paymentCancelled: SKError.Code { .paymentCancelled }

    /// The code Code-swift.enum/paymentInvalid.
    public static var paymentInvalid: SKError.Code { .paymentInvalid }

    /// The code Code-swift.enum/paymentNotAllowed.
    public static var paymentNotAllowed: SKError.Code { .paymentNotAllowed }

    /// The code Code-swift.enum/storeProductNotAvailable.
    public static var storeProductNotAvailable: SKError.Code { .storeProductNotAvailable }

    /// The code Code-swift.enum/cloudServicePermissionDenied.
    public static var cloudServicePermissionDenied: SKError.Code { .cloudServicePermissionDenied }

    /// The code Code-swift.enum/cloudServiceNetworkConnectionFailed.
    public static var cloudServiceNetworkConnectionFailed: SKError.Code { .cloudServiceNetworkConnectionFailed }

    /// The code Code-swift.enum/cloudServiceRevoked.
    public static var cloudServiceRevoked: SKError.Code { .cloudServiceRevoked }

    /// The code Code-swift.enum/privacyAcknowledgementRequired.
    public static var privacyAcknowledgementRequired: SKError.Code { .privacyAcknowledgementRequired }

    /// The code Code-swift.enum/unauthorizedRequestData.
    public static var unauthorizedRequestData: SKError.Code { .unauthorizedRequestData }

    /// The code Code-swift.enum/invalidOfferIdentifier.
    public static var invalidOfferIdentifier: SKError.Code { .invalidOfferIdentifier }

    /// The code Code-swift.enum/invalidSignature.
    public static var invalidSignature: SKError.Code { .invalidSignature }

    /// The code Code-swift.enum/missingOfferParams.
    public static var missingOfferParams: SKError.Code { .missingOfferParams }

    /// The code Code-swift.enum/invalidOfferPrice.
    public static var invalidOfferPrice: SKError.Code { .invalidOfferPrice }

    /// The code Code-swift.enum/overlayCancelled.
    public static var overlayCancelled: SKError.Code { .overlayCancelled }

    /// The code Code-swift.enum/overlayInvalidConfiguration.
    public static var overlayInvalidConfiguration: SKError.Code { .overlayInvalidConfiguration }

    /// The code Code-swift.enum/overlayTimeout.
    public static var overlayTimeout: SKError.Code { .overlayTimeout }

    /// The code Code-swift.enum/ineligibleForOffer.
    public static var ineligibleForOffer: SKError.Code { .ineligibleForOffer }

    /// The code Code-swift.enum/unsupportedPlatform.
    public static var unsupportedPlatform: SKError.Code { .unsupportedPlatform }

    /// The code Code-swift.enum/overlayPresentedInBackgroundScene.
    public static var overlayPresentedInBackgroundScene: SKError.Code { .overlayPresentedInBackgroundScene }

    /// The code Code-swift.enum/paymentMethodBindingConfigurationRequired.
    public static var paymentMethodBindingConfigurationRequired: SKError.Code {
        .paymentMethodBindingConfigurationRequired
    }
}
