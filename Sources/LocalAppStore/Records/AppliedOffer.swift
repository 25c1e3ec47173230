public import AppStoreModels
public import StoreConfiguration

/// The offer that a transaction used.
public struct AppliedOffer: Sendable, Hashable, Codable {
    /// The kind of offer.
    public let type: OfferType
    /// Which offer; nil for introductory offers.
    public let identifier: String?
    /// How it is paid.
    public let paymentMode: OfferPaymentMode
    /// How long one period of the offer lasts.
    public let period: BillingPeriod

    /// The word that signed transactions use: `FREE_TRIAL`, `PAY_AS_YOU_GO` or `PAY_UP_FRONT`.
    public var discountType: String {
        switch paymentMode {
        case .freeTrial: "FREE_TRIAL"
        case .payAsYouGo: "PAY_AS_YOU_GO"
        default: "PAY_UP_FRONT"
        }
    }
}
