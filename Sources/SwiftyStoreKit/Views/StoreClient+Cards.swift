import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreClient {
    /// What a shop shows of products, each once, cheapest first; what the store does not sell is left out.
    ///
    /// - Parameters:
    ///   - productIds: Which products.
    ///   - owned: Who says what the customer may use; nil if nobody does.
    /// - Throws: `SKError` if the store could not be asked.
    nonisolated(nonsending) public func productCards(
        _ productIds: Set<String>,
        owned: (any OwnershipSource)? = nil
    ) async throws -> [ProductCard] {
        let results = await retrieveProductsInfo(productIds)
        if let error = results.error { throw SKError(beforePayment: error) }
        // A store may name a product twice; screens know each by its identifier.
        let known = Dictionary(results.retrievedProducts.map { ($0.productIdentifier, $0) }) { first, _ in first }
        let products = known.values.sorted {
            ($0.price.decimalValue, $0.productIdentifier) < ($1.price.decimalValue, $1.productIdentifier)
        }
        let subscriptions = products.filter { $0.subscriptionPeriod != nil }.map(\.productIdentifier)
        let terms = await subscriptionTerms(of: Set(subscriptions))
        return products.map { product in
            let id = product.productIdentifier
            return ProductCard(product, terms[id], isOwned: owned?.isOwned(id))
        }
    }

    /// What StoreKit 2 says of subscriptions; it is asked also where StoreKit 1 buys.
    func subscriptionTerms(of productIDs: Set<String>) async -> [String: SubscriptionTerms] {
        guard !productIDs.isEmpty else { return [:] }
        let found: [String: SubscriptionTerms]? = await onStoreKit2 {
            var found: [String: SubscriptionTerms] = [:]
            for product in (try? await Product.products(for: productIDs)) ?? [] {
                let introductory = await product.offerChoices().first { $0.offer.type == .introductory }
                found[product.id] = SubscriptionTerms(
                    level: product.position.level,
                    mayHaveIntroductoryOffer: introductory?.eligibility.isEligible ?? false
                )
            }
            return found
        }
        return found ?? [:]
    }

    /// What buying a subscription would do to the one that the customer has; nil for what is none, and if nobody can say.
    ///
    /// It asks StoreKit 2, also for a client on StoreKit 1.
    public func planChange(to productID: String) async -> PlanChange? {
        let change: PlanChange?? = await onStoreKit2 {
            try? await Product.products(for: [productID]).first?.planChange()
        }
        return change ?? nil
    }
}
