#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreKit2Backend {
    /// The option to buy with an offer for who comes back; nil if the order names none.
    ///
    /// - Throws: `SKError`, before anything is charged: `.invalidOfferIdentifier` if the product has no such offer,
    ///   `.ineligibleForOffer` with its reason if the customer may not have it
    func winBackOption(_ order: PaymentOrder, of product: Product) async throws(SKError) -> Product.PurchaseOption? {
        guard let wanted = order.winBackOfferID else { return nil }
        guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else {
            throw SKError(refusedOffer: .needsStoreKit2)
        }
        let choices = await product.offerChoices()
        guard let choice = choices.first(where: { $0.offer.type == .winBack && $0.offer.id == wanted }) else {
            throw SKError(.invalidOfferIdentifier)
        }
        // What is not known the store decides.
        if choice.eligibility.answer == .ineligible { throw SKError(refusedOffer: choice.eligibility.reason) }
        return .winBackOffer(choice.offer)
    }
}
