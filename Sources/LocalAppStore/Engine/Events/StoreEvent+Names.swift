extension StoreEvent.Name {
    /// An account was created.
    public static let accountCreated = Self(rawValue: "accountCreated")
    /// An account was changed.
    public static let accountChanged = Self(rawValue: "accountChanged")
    /// An account moved to another storefront.
    public static let storefrontChanged = Self(rawValue: "storefrontChanged")
    /// The settings were changed.
    public static let settingsChanged = Self(rawValue: "settingsChanged")
    /// The state of a snapshot came in the place of another: everything may be different.
    public static let stateRestored = Self(rawValue: "stateRestored")
    /// The clock was moved and everything due until then was done.
    public static let clockMoved = Self(rawValue: "clockMoved")
    /// Something was bought.
    public static let purchased = Self(rawValue: "purchased")
    /// Something owned was bought again, free; its transaction is delivered again.
    public static let redelivered = Self(rawValue: "redelivered")
    /// A purchase waits for approval.
    public static let purchaseDeferred = Self(rawValue: "purchaseDeferred")
    /// A parent refused a purchase.
    public static let purchaseDeclined = Self(rawValue: "purchaseDeclined")
    /// A purchase was interrupted.
    public static let purchaseInterrupted = Self(rawValue: "purchaseInterrupted")
    /// A purchase failed.
    public static let purchaseFailed = Self(rawValue: "purchaseFailed")
    /// A purchase was begun in the App Store and waits for the app.
    public static let purchasePromoted = Self(rawValue: "purchasePromoted")
    /// A device took the purchases that were begun in the App Store to the app.
    public static let purchaseIntentsTaken = Self(rawValue: "purchaseIntentsTaken")
    /// The app finished a transaction.
    public static let finished = Self(rawValue: "finished")
    /// Purchases were restored; the transactions are the new copies.
    public static let restored = Self(rawValue: "restored")
    /// A subscription renewed.
    public static let renewed = Self(rawValue: "renewed")
    /// A renewal could not be charged.
    public static let renewalFailed = Self(rawValue: "renewalFailed")
    /// The grace period ended.
    public static let gracePeriodExpired = Self(rawValue: "gracePeriodExpired")
    /// A failed renewal was charged after all.
    public static let billingRecovered = Self(rawValue: "billingRecovered")
    /// A subscription expired.
    public static let expired = Self(rawValue: "expired")
    /// The current period was made to end now.
    public static let periodCutShort = Self(rawValue: "periodCutShort")
    /// Renewal was turned on or off.
    public static let autoRenewChanged = Self(rawValue: "autoRenewChanged")
    /// A higher level of the group replaced the current one, at once.
    public static let upgraded = Self(rawValue: "upgraded")
    /// What the next renewal buys was changed.
    public static let renewalPreferenceChanged = Self(rawValue: "renewalPreferenceChanged")
    /// The customer was told of a higher price.
    public static let priceIncreaseRequested = Self(rawValue: "priceIncreaseRequested")
    /// The customer agreed to a higher price.
    public static let priceIncreaseAccepted = Self(rawValue: "priceIncreaseAccepted")
    /// The end of a period was moved.
    public static let renewalExtended = Self(rawValue: "renewalExtended")
    /// A purchase was refunded.
    public static let refunded = Self(rawValue: "refunded")
    /// A refund was refused.
    public static let refundDeclined = Self(rawValue: "refundDeclined")
    /// A refund was taken back.
    public static let refundReversed = Self(rawValue: "refundReversed")
    /// A customer asked for a refund; the developer is asked about consumption.
    public static let refundRequested = Self(rawValue: "refundRequested")
    /// The developer told what is known of the use of a purchase whose refund was asked for.
    public static let consumptionReported = Self(rawValue: "consumptionReported")
    /// A developer's server named the customer of a purchase.
    public static let appAccountTokenSet = Self(rawValue: "appAccountTokenSet")
    /// A card works again: the store will charge for what could not be charged.
    public static let chargePlanned = Self(rawValue: "chargePlanned")
    /// A charge that was planned would fail after all.
    public static let chargeAbandoned = Self(rawValue: "chargeAbandoned")
    /// The end of a period could not be moved, in an extension of many subscriptions.
    public static let renewalExtensionFailed = Self(rawValue: "renewalExtensionFailed")
    /// An extension of many subscriptions is done.
    public static let massExtensionCompleted = Self(rawValue: "massExtensionCompleted")
    /// A family was created, dissolved, or has other members.
    public static let familyChanged = Self(rawValue: "familyChanged")
    /// A family member got what another one bought.
    public static let familyShared = Self(rawValue: "familyShared")
    /// A family member lost what another one bought.
    public static let familyRevoked = Self(rawValue: "familyRevoked")
    /// An offer was redeemed that begins with a later period.
    public static let offerRedeemed = Self(rawValue: "offerRedeemed")
    /// A promotional offer's signature was used; it cannot be used again.
    public static let offerSignatureUsed = Self(rawValue: "offerSignatureUsed")
    /// Offer codes were made or redeemed.
    public static let offerCodesChanged = Self(rawValue: "offerCodesChanged")
    /// A fault was put in force.
    public static let faultSet = Self(rawValue: "faultSet")
    /// A fault struck.
    public static let faultStruck = Self(rawValue: "faultStruck")
    /// A fault at a rate let a call pass that it could have struck.
    public static let faultSpared = Self(rawValue: "faultSpared")
    /// A fault put a finish off.
    public static let finishPutOff = Self(rawValue: "finishPutOff")
    /// A fault was ended.
    public static let faultCleared = Self(rawValue: "faultCleared")
    /// A token for external purchases was made, reported, or is overdue.
    public static let externalPurchaseTokenChanged = Self(rawValue: "externalPurchaseTokenChanged")
    /// A guardian took back the consent to a child's use of the app.
    public static let consentRescinded = Self(rawValue: "consentRescinded")
    /// Transactions were deleted.
    public static let deleted = Self(rawValue: "deleted")
}
