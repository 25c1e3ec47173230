extension SKError {
    /// The code `unknown`.
    public static var unknown: SKError.Code { .unknown }

    /// The code `clientInvalid`.
    public static var clientInvalid: SKError.Code { .clientInvalid }

    /// The code `paymentCancelled`.
    public static var paymentCancelled: SKError.Code { .paymentCancelled }

    /// The code `paymentInvalid`.
    public static var paymentInvalid: SKError.Code { .paymentInvalid }

    /// The code `paymentNotAllowed`.
    public static var paymentNotAllowed: SKError.Code { .paymentNotAllowed }

    /// The code `storeProductNotAvailable`.
    public static var storeProductNotAvailable: SKError.Code { .storeProductNotAvailable }

    /// The code `cloudServicePermissionDenied`.
    public static var cloudServicePermissionDenied: SKError.Code { .cloudServicePermissionDenied }

    /// The code `cloudServiceNetworkConnectionFailed`.
    public static var cloudServiceNetworkConnectionFailed: SKError.Code { .cloudServiceNetworkConnectionFailed }

    /// The code `cloudServiceRevoked`.
    public static var cloudServiceRevoked: SKError.Code { .cloudServiceRevoked }

    /// The code `privacyAcknowledgementRequired`.
    public static var privacyAcknowledgementRequired: SKError.Code { .privacyAcknowledgementRequired }

    /// The code `unauthorizedRequestData`.
    public static var unauthorizedRequestData: SKError.Code { .unauthorizedRequestData }

    /// The code `invalidOfferIdentifier`.
    public static var invalidOfferIdentifier: SKError.Code { .invalidOfferIdentifier }

    /// The code `invalidSignature`.
    public static var invalidSignature: SKError.Code { .invalidSignature }

    /// The code `missingOfferParams`.
    public static var missingOfferParams: SKError.Code { .missingOfferParams }

    /// The code `invalidOfferPrice`.
    public static var invalidOfferPrice: SKError.Code { .invalidOfferPrice }

    /// The code `overlayCancelled`.
    public static var overlayCancelled: SKError.Code { .overlayCancelled }

    /// The code `overlayInvalidConfiguration`.
    public static var overlayInvalidConfiguration: SKError.Code { .overlayInvalidConfiguration }

    /// The code `overlayTimeout`.
    public static var overlayTimeout: SKError.Code { .overlayTimeout }

    /// The code `ineligibleForOffer`.
    public static var ineligibleForOffer: SKError.Code { .ineligibleForOffer }

    /// The code `unsupportedPlatform`.
    public static var unsupportedPlatform: SKError.Code { .unsupportedPlatform }

    /// The code `overlayPresentedInBackgroundScene`.
    public static var overlayPresentedInBackgroundScene: SKError.Code { .overlayPresentedInBackgroundScene }

    /// The code `paymentMethodBindingConfigurationRequired`.
    public static var paymentMethodBindingConfigurationRequired: SKError.Code {
        .paymentMethodBindingConfigurationRequired
    }
}
