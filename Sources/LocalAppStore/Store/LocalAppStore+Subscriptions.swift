public import AppStoreModels
public import Foundation

extension LocalAppStore {
    /// All subscriptions in the order they began.
    public var subscriptions: [StoreSubscription] { engine.subscriptions }

    /// The subscriptions of an account.
    public func subscriptions(account: String) -> [StoreSubscription] { engine.subscriptions(account: account) }

    /// The state of a subscription.
    ///
    /// - Throws: `unknownSubscription`
    public func subscription(_ originalTransactionID: String) throws(StoreError) -> StoreSubscription {
        try look { engine throws(StoreError) in try engine.subscription(originalTransactionID) }
    }

    /// What a period of a subscription costs without an offer, with what the customer has agreed to.
    ///
    /// - Throws: `unknownSubscription`, `unknownAccount`, `unknownProduct`
    package func regularPrice(originalTransactionID: String) throws(StoreError) -> StorePrice {
        try look { engine throws(StoreError) in try engine.regularPrice(originalTransactionID: originalTransactionID) }
    }

    /// Whether an account may have an introductory offer of a group now: it never had one, and is not subscribed.
    public func isEligibleForIntroductoryOffer(account: String, groupID: String) -> Bool {
        engine.isEligibleForIntroductoryOffer(account: account, groupID: groupID)
    }

    /// The win-back offers that an account may have in a group.
    public func eligibleWinBackOfferIDs(account: String, groupID: String) -> [String] {
        engine.eligibleWinBackOfferIDs(account: account, groupID: groupID)
    }

    /// Turns renewal on or off. Turning it off while a failed renewal is being retried ends the subscription at once.
    ///
    /// - Throws: `unknownSubscription`; `invalidState` if it has ended
    public func setAutoRenew(_ isOn: Bool, originalTransactionID id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.setAutoRenew(isOn, originalTransactionID: id) }
    }

    /// Chooses what the next renewal buys; a higher level begins at once.
    ///
    /// - Throws: `unknownSubscription`, `unknownProduct`; `invalidState` if it has ended or the product is in another group
    public func setRenewalProduct(_ productID: String, originalTransactionID id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.setRenewalProduct(productID, originalTransactionID: id) }
    }

    /// Ends the period now and begins the next one.
    ///
    /// - Throws: `unknownSubscription`, `unknownProduct`; `invalidState` if it has ended
    public func forceRenewal(originalTransactionID id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.forceRenewal(originalTransactionID: id) }
    }

    /// Ends the subscription now.
    ///
    /// - Throws: `unknownSubscription`; `invalidState` if it has ended
    public func expire(originalTransactionID id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.expire(originalTransactionID: id) }
    }

    /// Ends the subscription now for a reason of choice.
    ///
    /// - Throws: `unknownSubscription`, `familyShared`, `invalidValue`; `invalidState` if it has ended
    public func end(originalTransactionID id: String, because intent: ExpirationIntent) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.end(originalTransactionID: id, because: intent) }
    }

    /// Charges a failed renewal after all.
    ///
    /// - Throws: `unknownSubscription`, `unknownProduct`; `invalidState` if no renewal failed
    public func resolveBilling(originalTransactionID id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.resolveBilling(originalTransactionID: id) }
    }

    /// Moves the end of the period by 1 to 90 days, twice in 365 days.
    ///
    /// - Throws: `unknownSubscription`, `familyShared`, `invalidValue`, `extensionLimit`; `invalidState` if it has ended, is
    ///   in billing retry, or is free
    public func extendRenewal(originalTransactionID id: String, days: Int) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.extendRenewal(originalTransactionID: id, days: days) }
    }

    /// The same by the name that a developer's server gives the request; each name counts once.
    ///
    /// - Throws: What the other one throws; `invalidValue` for a name that was used
    package func extendRenewal(originalTransactionID id: String, days: Int, request: String) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.extendRenewal(originalTransactionID: id, days: days, request: request)
        }
    }

    /// Tells the customer of a higher price from the next period on, in the currency of their storefront.
    ///
    /// - Throws: `unknownSubscription`, `invalidValue`; `invalidState` if it has ended
    public func requestPriceIncrease(
        originalTransactionID id: String,
        price: Decimal,
        needsConsent: Bool = true
    ) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.requestPriceIncrease(originalTransactionID: id, price: price, needsConsent: needsConsent)
        }
    }

    /// Answers for the customer who was told of a higher price.
    ///
    /// - Throws: `unknownSubscription`; `invalidState` if nothing waits for an answer
    public func answerPriceIncrease(originalTransactionID id: String, accepts: Bool) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.answerPriceIncrease(originalTransactionID: id, accepts: accepts)
        }
    }
}
