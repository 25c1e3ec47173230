import Foundation
import LocalAppStore
import StoreConfiguration

extension ProductFields {
    /// A product as the customer sees it.
    ///
    /// - Parameter locale: The language of the store, which writes the price in the storefront's currency.
    init(_ item: CatalogueItem, locale: String) {
        let priceLocale = Locale(identifier: "\(locale)@currency=\(item.price.currency)")
        let subscription = item.subscription
        self.init(
            productIdentifier: item.productID,
            localizedTitle: item.title,
            localizedDescription: item.localizedDescription,
            price: item.price.amount,
            priceLocale: priceLocale,
            isFamilyShareable: item.isFamilyShareable,
            subscriptionGroupIdentifier: subscription?.groupID,
            subscriptionPeriod: subscription.map { SKProductSubscriptionPeriod($0.period) },
            introductoryPrice: subscription?.introductoryOffer.map { offer in
                SKProductDiscount(fields: DiscountFields(offer, .introductory, priceLocale))
            },
            discounts: (subscription?.promotionalOffers ?? []).map { offer in
                SKProductDiscount(fields: DiscountFields(offer, .subscription, priceLocale))
            }
        )
    }
}

extension DiscountFields {
    fileprivate init(_ offer: CatalogueOffer, _ type: SKProductDiscount.`Type`, _ priceLocale: Locale) {
        self.init(
            price: offer.price.amount,
            priceLocale: priceLocale,
            identifier: offer.identifier,
            subscriptionPeriod: SKProductSubscriptionPeriod(offer.period),
            numberOfPeriods: offer.numberOfPeriods,
            paymentMode: SKProductDiscount.PaymentMode(offer.paymentMode),
            type: type
        )
    }
}

extension SKProductSubscriptionPeriod {
    fileprivate convenience init(_ period: BillingPeriod) {
        let unit: SKProduct.PeriodUnit
        switch period.unit {
        case .day: unit = .day
        case .week: unit = .week
        case .month: unit = .month
        case .year: unit = .year
        }
        self.init(numberOfUnits: period.count, unit: unit)
    }
}

extension SKProductDiscount.PaymentMode {
    fileprivate init(_ mode: OfferPaymentMode) {
        switch mode {
        case .freeTrial: self = .freeTrial
        case .payUpFront: self = .payUpFront
        default: self = .payAsYouGo
        }
    }
}
