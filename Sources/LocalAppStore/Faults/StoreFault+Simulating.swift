package import StoreConfiguration

extension StoreFault {
    /// The fault that lets happen here what Xcode simulates for a failure of a configuration file.
    ///
    /// Nil for a failure that is switched off, and for one that no fault stands for: of a part of StoreKit that fails on
    /// the device alone, or with an error that the store does not give.
    package init?(simulating failure: ConfiguredFailure) {
        guard failure.isEnabled, let kind = failure.name.flatMap(Self.kind(simulating:)),
            failure.errorKind == "generic" || failure.errorKind == "purchase" && kind == .purchaseFails,
            let error = failure.errorName.flatMap({ Self.failuresByError[$0] })
        else { return nil }
        self.init(kind, parameters: Parameters(failure: error))
    }

    /// The kind of fault that lets a part of StoreKit fail, by the part's name in configuration files; nil for what fails
    /// on the device alone.
    package static func kind(simulating part: String) -> Kind? { kindsByPart[part] }

    private static let kindsByPart: [String: Kind] = [
        "Load Products": .productRequestFails, "Purchase": .purchaseFails, "App Store Sync": .restoreFails,
    ]

    /// What an app sees as the error of this name, or as what is next to it: the store has the words of StoreKit 1.
    private static let failuresByError: [String: PurchaseFailure] = [
        "unknown": .unknown, "userCancelled": .cancelled, "networkError": .networkConnectionFailed,
        "notAvailableInStorefront": .productNotAvailable, "invalidQuantity": .paymentInvalid,
        "productUnavailable": .productNotAvailable, "purchaseNotAllowed": .paymentNotAllowed,
        "ineligibleForOffer": .ineligibleForOffer, "invalidOfferIdentifier": .invalidOfferIdentifier,
        "invalidOfferPrice": .invalidOfferPrice, "invalidOfferSignature": .invalidSignature,
        "missingOfferParameters": .missingOfferParameters,
    ]
}
