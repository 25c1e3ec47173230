import AppStoreModels

extension Product.SubscriptionInfo.RenewalInfo {
    /// The environment as text. Apple deprecated it in 16 for ``environment``.
    public var environmentStringRepresentation: String { environment.rawValue }

    /// The currency's code. Apple deprecated it in 16 for ``currency``.
    public var currencyCode: String? { signed.json[string: "currency"] }

    /// Which offer the next period has. Apple deprecated it in 18.0 for ``offer``.
    public var offerID: String? { offer?.id }

    /// The kind of offer. Apple deprecated it in 18.0 for ``offer``.
    public var offerType: Transaction.OfferType? { offer?.type }

    /// How the offer is paid. Apple deprecated it in 18.0 for ``offer``.
    public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

    /// How long a period of the offer is. Apple deprecated it in 18.4 for ``offer``.
    public var offerPeriodStringRepresentation: String? { signed.json[string: "offerPeriod"] }
}
