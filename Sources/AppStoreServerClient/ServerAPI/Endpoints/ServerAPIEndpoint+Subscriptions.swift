/// Subscriptions: their state and their dates of renewal.
extension ServerAPIEndpoint {
    /// Get All Subscription Statuses.
    public static let allSubscriptionStatuses = Self(
        "subscription-statuses",
        "GET",
        "/inApps/v1/subscriptions/{transactionId}",
        .fifty,
        isLookUp: true
    )
    /// Extend a Subscription Renewal Date.
    public static let extendRenewalDate = Self(
        "extend-renewal-date",
        "PUT",
        "/inApps/v1/subscriptions/extend/{originalTransactionId}",
        .twenty,
        isLookUp: true
    )
    /// Extend Subscription Renewal Dates for All Active Subscribers.
    public static let massExtendRenewalDate = Self(
        "mass-extend-renewal-date",
        "POST",
        "/inApps/v1/subscriptions/extend/mass",
        .one
    )
    /// Get Status of Subscription Renewal Date Extensions.
    public static let massExtensionStatus = Self(
        "mass-extension-status",
        "GET",
        "/inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier}",
        .one
    )
}
