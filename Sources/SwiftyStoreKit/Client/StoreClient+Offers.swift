import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension StoreClient {
    /// The offers of a subscription, each with whether the customer may have it and why; see `Product.offerChoices()`.
    ///
    /// It asks StoreKit 2, also for a client on StoreKit 1. Empty for what is no subscription, and if nobody can say.
    public func offerChoices(for productID: String) async -> [OfferChoice] {
        let found: [OfferChoice]? = await onStoreKit2 {
            await (try? Product.products(for: [productID]).first)?.offerChoices() ?? []
        }
        return found ?? []
    }

    /// Buys a subscription with an offer for who comes back. Nobody signs these: the App Store decides who may have one.
    ///
    /// Whether the customer may is asked before the payment, so that a refusal says why: `offerReason` of the error. Where the
    /// store cannot say, it decides during the purchase. StoreKit 1 has no such offers, and a client on it refuses.
    ///
    /// ```swift
    /// client.purchaseProduct("com.example.flowershop.club.posy", winBackOffer: "return") { result in
    ///     if case .error(let error) = result, let reason = error.offerReason { show(reason.explanation) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - productId: The subscription.
    ///   - offerID: The offer, by its name in App Store Connect; `offerChoices(for:)` lists them, best first.
    ///   - atomically: Whether the purchase is finished as soon as `completion` returns.
    ///   - applicationUsername: The customer's account in the app's own system, best a UUID; empty means none.
    ///   - completion: Called once, on the callback queue. A product that has no such offer fails with
    ///     `.invalidOfferIdentifier`, a customer who may not have it with `.ineligibleForOffer`; neither is charged.
    /// - Returns: The request; cancelling it works until the payment is made.
    @discardableResult
    public func purchaseProduct(
        _ productId: String,
        winBackOffer offerID: String,
        atomically: Bool = true,
        applicationUsername: String = "",
        completion: @escaping (PurchaseResult) -> Void
    ) -> any InAppRequest {
        retrieveProductsInfo([productId]) { [self] results in
            guard let product = results.retrievedProducts.first else {
                return completion(.error(error: SKError(missing: productId, results)))
            }
            _ = pay(
                for: product,
                quantity: 1,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: false,
                winBackOfferID: offerID,
                completion: completion
            )
        }
    }

    /// The same, for who waits: cancelling the task before the payment ends the call, later it ends the wait.
    nonisolated(nonsending) public func purchaseProduct(
        _ productId: String,
        winBackOffer offerID: String,
        atomically: Bool = true,
        applicationUsername: String = ""
    ) async -> PurchaseResult {
        let results = await retrieveProductsInfo([productId])
        guard let product = results.retrievedProducts.first else {
            return .error(error: SKError(missing: productId, results))
        }
        guard !Task.isCancelled else { return .error(error: SKError(beforePayment: CancellationError())) }
        return await RunningCall.value { completion in
            pay(
                for: product,
                quantity: 1,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: false,
                winBackOfferID: offerID,
                completion: completion
            )
        }
    }
}

extension SKError {
    private static var offerReasonKey: String { "com.purser.offer-reason" }

    /// Why the customer may not have the offer, or cannot be sold it here; nil of other errors, and of refusals that the store
    /// does not explain.
    public var offerReason: OfferAvailability.Reason? {
        (userInfo[SKError.offerReasonKey] as? String).flatMap(OfferAvailability.Reason.init(rawValue:))
    }

    /// An offer is refused before anything is charged.
    init(refusedOffer reason: OfferAvailability.Reason) {
        self.init(
            .ineligibleForOffer,
            userInfo: [SKError.offerReasonKey: reason.rawValue, NSLocalizedDescriptionKey: reason.explanation]
        )
    }
}
