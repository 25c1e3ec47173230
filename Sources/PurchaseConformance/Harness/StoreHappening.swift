/// What an app's delivery handler does.
public enum DeliveryAnswer: Sendable, Hashable {
    /// Delivers.
    case delivers
    /// Fails.
    case fails
}

/// What can happen to a customer; each needs a ``Capability``.
public enum StoreHappening: Sendable, Hashable {
    /// The customer cancels the next purchases, or does so no more.
    case cancelling(Bool)
    /// The customer does not sign in when a restore asks for it.
    case refusingToSignIn
    /// Purchases wait for somebody, or do so no more.
    case waitingForApproval(Bool)
    /// What waits is allowed.
    case approval
    /// What waits is refused.
    case refusal
    /// The next purchase is charged, and fails; as if cancelled, or with an error that says nothing.
    case errorAfterCharge(asCancelled: Bool)
    /// Purchases fail for this reason; nil ends that.
    case failing(PurchaseFailureReason?)
    /// The last purchase of a product is refunded.
    case refund(String)
    /// A product is bought elsewhere, and not finished there.
    case purchaseElsewhere(String)
    /// Subscriptions renew once.
    case renewal
    /// Subscriptions end.
    case expiry
    /// The next purchase comes twice.
    case duplicate
    /// Signatures do not hold any more, or do again.
    case badSignatures(Bool)
    /// The customer moves to another national store, by its three letters.
    case storefront(String)
    /// The customer moves there while the next purchase is confirmed.
    case storefrontDuringPurchase(String)
    /// The customer's renewals are turned off, or on again.
    case renewing(Bool)
    /// The next renewal cannot be charged, and falls due; with or without a grace period.
    case billingProblem(withGrace: Bool)
    /// The charge succeeds after all.
    case billingSolved
    /// The first purchase of a subscription is refunded, not its present period.
    case refundOfTheFirstPeriod
    /// The refund of the last purchase of a product is taken back.
    case refundReversed(String)
    /// Somebody in the customer's family buys a product, and shares it.
    case sharedByFamily(String)
    /// The customer leaves the family.
    case leavingFamily
    /// The customer keeps a product, and does not share it with the family any more.
    case sharingEnded(String)
    /// In the App Store the customer redeems a code for a product.
    case code(String)
    /// Purchases are interrupted, or are so no more.
    case interrupting(Bool)
    /// What was interrupted is put right, and goes through.
    case interruptionSolved
    /// The customer begins to buy a product in the App Store.
    case promotion(String)
    /// Products cannot be asked for, or can again.
    case failingProducts(Bool)
    /// The store is out of reach, or can be reached again.
    case offline(Bool)
    /// A product is taken from sale.
    case withdrawn(String)
    /// The developer's server answers so from now on.
    case server(ServerMood)
    /// No receipt comes to the device, or one does again.
    case receiptMissing(Bool)
    /// Who checks receipts refuses them, or does so no more.
    case receiptsRefused(Bool)
    /// What the customer does on the sheet for refunds: asks, or closes it.
    case refundSheet(asks: Bool)
}
