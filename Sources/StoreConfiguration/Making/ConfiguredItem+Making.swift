public import AppStoreModels
public import Foundation

extension ConfiguredItem {
    /// Fills what all entries of the catalogue have.
    fileprivate mutating func fill(_ productID: String, _ type: ProductType, _ price: Decimal, _ name: String) {
        self.productID = productID
        self.type = type
        self.price = price
        referenceName = name
        isFamilyShareable = false
        localizations = []
    }
}

extension ConfiguredProduct {
    /// A product without localizations, not shared with a family.
    ///
    /// - Parameters:
    ///   - productID: The identifier that apps use.
    ///   - type: Consumable, non-consumable or non-renewing subscription.
    ///   - price: The price in the currency of the storefront.
    ///   - name: The name inside App Store Connect.
    ///   - internalID: The identifier inside the file, see ``ConfigurationIdentifiers``.
    public init(productID: String, type: ProductType, price: Decimal, name: String, internalID: String) {
        self.init()
        fill(productID, type, price, name)
        self.internalID = internalID
    }
}

extension ConfiguredSubscription {
    /// A subscription without localizations and offers, not shared with a family.
    ///
    /// - Parameters:
    ///   - productID: The identifier that apps use.
    ///   - period: How long one period lasts.
    ///   - level: The level in the group, 1 is the highest.
    ///   - price: The price of one period in the currency of the storefront.
    ///   - name: The name inside App Store Connect.
    ///   - identifiers: Where the identifiers of the subscription and of its billing plan come from.
    public init(
        productID: String,
        period: BillingPeriod,
        level: Int,
        price: Decimal,
        name: String,
        identifiers: inout ConfigurationIdentifiers
    ) {
        self.init()
        fill(productID, .autoRenewableSubscription, price, name)
        self.period = period
        self.level = level
        internalID = identifiers.make()
        introductoryOffers = []
        promotionalOffers = []
        codeOffers = []
        winBackOffers = []
        var plan = ConfiguredBillingPlan()
        plan.type = .billedUpFront
        plan.price = price
        plan.commitmentPrice = price
        plan.isEnabled = true
        plan.internalID = identifiers.make()
        billingPlans = [plan]
    }
}

extension ConfiguredOffer {
    /// An offer; add what its kind needs: ``offerID`` and ``referenceName`` of promotional and win-back offers,
    /// ``eligibility`` of codes.
    ///
    /// - Parameters:
    ///   - paymentMode: How it is paid.
    ///   - period: How long one period lasts.
    ///   - numberOfPeriods: How many periods there are; more than 1 only if each is paid.
    ///   - price: The price of one period, nil for a free one.
    ///   - internalID: The identifier inside the file, see ``ConfigurationIdentifiers``.
    public init(
        paymentMode: OfferPaymentMode,
        period: BillingPeriod,
        numberOfPeriods: Int = 1,
        price: Decimal? = nil,
        internalID: String
    ) {
        self.init()
        self.paymentMode = paymentMode
        self.period = period
        self.numberOfPeriods = numberOfPeriods
        if let price { self.price = price }
        self.internalID = internalID
        billingPlan = .billedUpFront
    }
}
