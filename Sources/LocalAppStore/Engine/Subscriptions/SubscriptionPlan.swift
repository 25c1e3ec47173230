import AppStoreModels
import StoreConfiguration

/// A subscription of the catalogue, ready to be bought or renewed.
struct SubscriptionPlan {
    let entry: Catalogue.Entry
    let subscription: Catalogue.Subscription

    var productID: String { entry.productID }
    var groupID: String { subscription.groupID }

    /// Whether changing to `other` takes effect at once: to a higher level, or to an equal one of the same length.
    func isReplacedAtOnce(by other: SubscriptionPlan) -> Bool {
        other.subscription.level < subscription.level
            || other.subscription.level == subscription.level && other.subscription.period == subscription.period
    }
}

/// What one period costs and how long it is.
struct PeriodTerms {
    let period: BillingPeriod
    let price: StorePrice
    let offer: AppliedOffer?
    /// What is left of the offer after this period.
    let continuing: ContinuingOffer?

    /// A period at the full price.
    init(period: BillingPeriod, price: StorePrice) {
        self.period = period
        self.price = price
        offer = nil
        continuing = nil
    }

    /// The first period of an offer. What is free or paid up front is one long period; what is paid as it goes has
    /// several.
    init(_ offer: CatalogueOffer) {
        let applied = AppliedOffer(offer)
        self.offer = applied
        price = offer.price
        if offer.paymentMode == .payAsYouGo {
            period = offer.period
            let all = ContinuingOffer(offer: applied, price: offer.price, remainingPeriods: offer.numberOfPeriods)
            continuing = all.afterOnePeriod
        } else {
            period = offer.period.times(offer.numberOfPeriods) ?? offer.period
            continuing = nil
        }
    }

    /// The next period of an offer that goes on.
    init(_ continuing: ContinuingOffer, fallback: BillingPeriod) {
        period = continuing.offer.period ?? fallback
        price = continuing.price
        offer = continuing.offer
        self.continuing = continuing.afterOnePeriod
    }
}
