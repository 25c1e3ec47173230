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
    /// How long one period of the offer lasts; nil for a code that makes a single purchase cheaper.
    public let period: BillingPeriod?
    /// How many periods the offer has; nil for one, which is not written.
    var numberOfPeriods: Int?

    /// How long the whole offer lasts, as `offerPeriod` of signed data says; nil as ``period``.
    package var duration: BillingPeriod? { period.map { $0.times(numberOfPeriods ?? 1) ?? $0 } }

    /// The word that signed transactions use: `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
    public var discountType: String {
        guard period != nil else { return "ONE_TIME" }
        return switch paymentMode {
        case .freeTrial: "FREE_TRIAL"
        case .payAsYouGo: "PAY_AS_YOU_GO"
        default: "PAY_UP_FRONT"
        }
    }
}

extension AppliedOffer {
    /// A catalogue's offer, used.
    init(_ offer: CatalogueOffer) {
        self.init(
            type: offer.type,
            identifier: offer.identifier,
            paymentMode: offer.paymentMode,
            period: offer.period,
            numberOfPeriods: offer.numberOfPeriods == 1 ? nil : offer.numberOfPeriods
        )
    }
}

extension AppliedOffer: StoredValue {
    func checkRanges() throws(Nonsense) { try StoredRange.atLeastOne.check(numberOfPeriods, "numberOfPeriods") }
}
