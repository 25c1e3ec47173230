import AppStoreModels

extension Transaction {
    /// The kind of offer. Apple deprecated it in 17.2 for ``offer``.
    public var offerType: Transaction.OfferType? { offer?.type }

    /// Which offer was used. Apple deprecated it in 17.2 for ``offer``.
    public var offerID: String? { offer?.id }

    /// How the offer is paid. Apple deprecated it in 17.2 for ``offer``.
    public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

    /// How long a period of the offer is. Apple deprecated it in 18.4 for ``offer``.
    public var offerPeriodStringRepresentation: String? { signed.json[string: "offerPeriod"] }

    /// How it was refunded, as text. Apple deprecated it in 26.4 for ``revocationType``.
    public var revocationTypeStringRepresentation: String? { revocationType?.rawValue }

    /// The environment as text. Apple deprecated it in 16 for ``environment``.
    public var environmentStringRepresentation: String { environment.rawValue }

    /// Why it was made, as text. Apple deprecated it in 17 for ``reason``.
    public var reasonStringRepresentation: String { reason.rawValue }

    /// Where it was bought. Apple deprecated it in 17 for ``storefront``.
    public var storefrontCountryCode: String { storefront.countryCode }

    /// The currency's code. Apple deprecated it in 16 for ``currency``.
    public var currencyCode: String? { signed.json[string: "currency"] }
}
