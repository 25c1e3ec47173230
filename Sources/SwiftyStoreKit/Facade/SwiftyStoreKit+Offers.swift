extension SwiftyStoreKit {
    /// The offers of a subscription, each with whether the customer may have it and why.
    ///
    /// Empty for what is no subscription, and if nobody can say.
    public class func offerChoices(for productId: String) async -> [OfferChoice] {
        await client.offerChoices(for: productId)
    }

    /// Buys a subscription with an offer for who comes back; needs ``StoreKitChoice/storeKit2``.
    ///
    /// - Parameters:
    ///   - productId: The subscription.
    ///   - offerID: The offer; ``offerChoices(for:)`` lists them, best first.
    ///   - atomically: Whether the purchase is finished as soon as `completion` returns.
    ///   - applicationUsername: The customer's account in the app's own system, best a UUID; empty means none.
    ///   - completion: Called once. Who may not have the offer is told why by `offerReason` of the error, and not charged.
    @discardableResult
    public class func purchaseProduct(
        _ productId: String,
        winBackOffer offerID: String,
        atomically: Bool = true,
        applicationUsername: String = "",
        completion: @escaping (PurchaseResult) -> Void
    ) -> any InAppRequest {
        client.purchaseProduct(
            productId,
            winBackOffer: offerID,
            atomically: atomically,
            applicationUsername: applicationUsername,
            completion: completion
        )
    }

    /// The same, for who waits: cancelling the task before the payment ends the call, later it ends the wait.
    nonisolated(nonsending) public class func purchaseProduct(
        _ productId: String,
        winBackOffer offerID: String,
        atomically: Bool = true,
        applicationUsername: String = ""
    ) async -> PurchaseResult {
        await client.purchaseProduct(
            productId,
            winBackOffer: offerID,
            atomically: atomically,
            applicationUsername: applicationUsername
        )
    }
}
