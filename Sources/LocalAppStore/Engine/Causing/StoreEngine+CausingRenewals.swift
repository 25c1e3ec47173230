import AppStoreModels
import Foundation

// What the App Store does about a subscription.

extension StoreEngine {
    mutating func renewNow(_ scene: inout CauseScene) throws(StoreError) {
        let chain = try paidChain(&scene)
        try forceRenewal(originalTransactionID: chain.originalTransactionID)
        scene.note("renewed subscription \(chain.originalTransactionID)")
    }

    mutating func recoverNow(_ scene: inout CauseScene) throws(StoreError) {
        var chain = try liveChain(&scene)
        if !chain.isInBillingRetryPeriod { chain = try fail(try paidChain(&scene), grace: nil, &scene) }
        try letCharge(true, chain.accountID, &scene)
        // To be told that the card works may have been enough.
        guard try subscription(chain.originalTransactionID).isInBillingRetryPeriod else { return }
        try resolveBilling(originalTransactionID: chain.originalTransactionID)
        scene.note("charged the failed renewal of subscription \(chain.originalTransactionID)")
    }

    mutating func failNow(withGrace grace: Bool, _ scene: inout CauseScene) throws(StoreError) {
        _ = try fail(try paidChain(&scene), grace: grace, &scene)
    }

    mutating func endGracePeriodNow(_ scene: inout CauseScene) throws(StoreError) {
        var chain = try liveChain(&scene)
        if chain.status != .billingGracePeriod { chain = try fail(try paidChain(&scene), grace: true, &scene) }
        chain.gracePeriodExpiresDate = now
        settle(chain)
        scene.note("ended the grace period of subscription \(chain.originalTransactionID)")
    }

    mutating func endNow(because intent: ExpirationIntent, _ scene: inout CauseScene) throws(StoreError) {
        var chain = try liveChain(&scene)
        if intent == .billingError, !chain.isInBillingRetryPeriod {
            chain = try fail(try paidChain(&scene), grace: nil, &scene)
        }
        let withdraws = intent == .productUnavailable && !settings.withdrawnProductIDs.contains(chain.productID)
        if withdraws { try sell(false, chain.productID, &scene) }
        try end(originalTransactionID: chain.originalTransactionID, because: intent)
        scene.note("ended subscription \(chain.originalTransactionID)")
        // The settings stay as they were: the next cause may need something to sell.
        if withdraws { try sell(true, chain.productID, &scene) }
    }

    /// Offers a product, or removes it from sale.
    private mutating func sell(_ isOffered: Bool, _ productID: String, _ scene: inout CauseScene) throws(StoreError) {
        var changed = settings
        if isOffered {
            changed.withdrawnProductIDs.remove(productID)
        } else {
            changed.withdrawnProductIDs.insert(productID)
        }
        try setSettings(changed)
        scene.note(isOffered ? "offered \(productID) again" : "removed \(productID) from sale")
    }

    mutating func askAboutPrice(_ scene: inout CauseScene) throws(StoreError) {
        let chain = try paidChain(&scene)
        guard let plan = plan(chain.productID) else {
            throw StoreError(.unknownProduct, "the catalogue has no \"\(chain.productID)\" any more")
        }
        let price = regularPrice(of: chain, plan, in: country(of: try account(chain.accountID)))
        let higher = price.amount + max(1, price.amount / 5).roundedToWhole
        try requestPriceIncrease(
            originalTransactionID: chain.originalTransactionID,
            price: higher,
            needsConsent: true
        )
        scene.note(
            "told of \(higher) instead of \(price.amount) \(price.currency) for subscription "
                + chain.originalTransactionID
        )
    }

    mutating func acceptPrice(_ scene: inout CauseScene) throws(StoreError) {
        let chain = try paidChain(&scene)
        if chain.priceIncrease?.isAccepted != false { try askAboutPrice(&scene) }
        try answerPriceIncrease(originalTransactionID: chain.originalTransactionID, accepts: true)
        scene.note("the customer agreed")
    }

    mutating func extendNow(_ scene: inout CauseScene) throws(StoreError) {
        let chain = try paidChain(&scene)
        try extendRenewal(originalTransactionID: chain.originalTransactionID, days: 7)
        scene.note("extended subscription \(chain.originalTransactionID) by 7 days")
    }

    /// Lets the renewal of a subscription fail now.
    ///
    /// - Parameter grace: Whether with a grace period; nil as the settings have it.
    private mutating func fail(
        _ chain: StoreSubscription,
        grace: Bool?,
        _ scene: inout CauseScene
    ) throws(StoreError) -> StoreSubscription {
        var chain = chain
        if !chain.autoRenews {
            turnAutoRenew(true, of: &chain)
            scene.note("turned renewal of subscription \(chain.originalTransactionID) on")
        }
        if chain.priceIncrease?.isAccepted == false { chain.priceIncrease = nil }
        try letCharge(false, chain.accountID, &scene)
        let before = settings
        try setGrace(grace ?? before.billingGracePeriodEnabled)
        cutShort(&chain)
        settle(chain)
        scene.note("the renewal of subscription \(chain.originalTransactionID) failed")
        try setGrace(before.billingGracePeriodEnabled)
        return try subscription(chain.originalTransactionID)
    }

    private mutating func setGrace(_ isOn: Bool) throws(StoreError) {
        guard settings.billingGracePeriodEnabled != isOn else { return }
        var changed = settings
        changed.billingGracePeriodEnabled = isOn
        try setSettings(changed)
    }
}

extension Decimal {
    fileprivate var roundedToWhole: Decimal {
        var (from, to) = (self, Decimal())
        NSDecimalRound(&to, &from, 0, .up)
        return to
    }
}
