/// What a server notification (version 2) reports.
public struct NotificationType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A subscription began or began again.
    public static let subscribed = Self(rawValue: "SUBSCRIBED")
    /// The person chose another level of the group.
    public static let didChangeRenewalPref = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Renewal was turned on or off.
    public static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// An active subscriber used an offer.
    public static let offerRedeemed = Self(rawValue: "OFFER_REDEEMED")
    /// A subscription renewed.
    public static let didRenew = Self(rawValue: "DID_RENEW")
    /// A renewal could not be charged.
    public static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")
    /// The grace period ended; the App Store goes on trying.
    public static let gracePeriodExpired = Self(rawValue: "GRACE_PERIOD_EXPIRED")
    /// A subscription ended.
    public static let expired = Self(rawValue: "EXPIRED")
    /// The person was told of a higher price, or agreed.
    public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
    /// A purchase was refunded.
    public static let refund = Self(rawValue: "REFUND")
    /// A refund was refused.
    public static let refundDeclined = Self(rawValue: "REFUND_DECLINED")
    /// A refund was taken back.
    public static let refundReversed = Self(rawValue: "REFUND_REVERSED")
    /// A refund was asked for; Apple wants to know how much was used.
    public static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")
    /// Family Sharing of a purchase ended.
    public static let revoke = Self(rawValue: "REVOKE")
    /// The renewal date of one subscription was moved.
    public static let renewalExtended = Self(rawValue: "RENEWAL_EXTENDED")
    /// The renewal dates of many subscriptions were moved.
    public static let renewalExtension = Self(rawValue: "RENEWAL_EXTENSION")
    /// A consumable, non-consumable or non-renewing subscription was bought.
    public static let oneTimeCharge = Self(rawValue: "ONE_TIME_CHARGE")
    /// A token for external purchases was made or not reported.
    public static let externalPurchaseToken = Self(rawValue: "EXTERNAL_PURCHASE_TOKEN")
    /// A guardian took back the consent to a child's use of the app.
    public static let rescindConsent = Self(rawValue: "RESCIND_CONSENT")
    /// Names or descriptions of a subscription of Advanced Commerce were changed.
    public static let metadataUpdate = Self(rawValue: "METADATA_UPDATE")
    /// A subscription was moved to Advanced Commerce.
    public static let migration = Self(rawValue: "MIGRATION")
    /// The price of a subscription of Advanced Commerce was changed.
    public static let priceChange = Self(rawValue: "PRICE_CHANGE")
    /// The App Store took seats of a subscription from members of a group that the developer manages.
    public static let unclaimSeats = Self(rawValue: "UNCLAIM_SEATS")
    /// The developer asked for a test notification.
    public static let test = Self(rawValue: "TEST")

    public var description: String { rawValue }
}

/// What a server notification reports in detail.
public struct NotificationSubtype: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// For the first time.
    public static let initialBuy = Self(rawValue: "INITIAL_BUY")
    /// Again after it had ended.
    public static let resubscribe = Self(rawValue: "RESUBSCRIBE")
    /// To a higher level, at once.
    public static let upgrade = Self(rawValue: "UPGRADE")
    /// To a lower level, at the next renewal.
    public static let downgrade = Self(rawValue: "DOWNGRADE")
    /// Some of a purchase's seats were refunded.
    public static let seats = Self(rawValue: "SEATS")
    /// More seats from the next renewal on.
    public static let increaseQuantity = Self(rawValue: "INCREASE_QUANTITY")
    /// Fewer seats from the next renewal on.
    public static let decreaseQuantity = Self(rawValue: "DECREASE_QUANTITY")
    /// Renewal is on.
    public static let autoRenewEnabled = Self(rawValue: "AUTO_RENEW_ENABLED")
    /// Renewal is off.
    public static let autoRenewDisabled = Self(rawValue: "AUTO_RENEW_DISABLED")
    /// After a failed renewal.
    public static let billingRecovery = Self(rawValue: "BILLING_RECOVERY")
    /// The person keeps access for now.
    public static let gracePeriod = Self(rawValue: "GRACE_PERIOD")
    /// Because the person turned renewal off.
    public static let voluntary = Self(rawValue: "VOLUNTARY")
    /// Because the account could not be charged.
    public static let billingRetry = Self(rawValue: "BILLING_RETRY")
    /// Because the person did not agree to a higher price.
    public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
    /// Because the product is no longer for sale.
    public static let productNotForSale = Self(rawValue: "PRODUCT_NOT_FOR_SALE")
    /// Not answered yet.
    public static let pending = Self(rawValue: "PENDING")
    /// Agreed to, or no consent needed.
    public static let accepted = Self(rawValue: "ACCEPTED")
    /// Done for all.
    public static let summary = Self(rawValue: "SUMMARY")
    /// Failed for one.
    public static let failure = Self(rawValue: "FAILURE")
    /// Not reported in time.
    public static let unreported = Self(rawValue: "UNREPORTED")
    /// A token was made.
    public static let created = Self(rawValue: "CREATED")
    /// A token can still be used, and is to be reported.
    public static let activeTokenReminder = Self(rawValue: "ACTIVE_TOKEN_REMINDER")

    public var description: String { rawValue }
}
