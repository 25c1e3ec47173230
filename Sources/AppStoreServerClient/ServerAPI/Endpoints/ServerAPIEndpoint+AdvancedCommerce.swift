/// What a server asks of Advanced Commerce, for apps with large catalogues.
extension ServerAPIEndpoint {
    /// Advanced Commerce: Cancel a Subscription.
    public static let cancelSubscription = Self(
        "advanced-commerce-cancel",
        "POST",
        "/advancedCommerce/v1/subscription/cancel/{transactionId}",
        .twenty,
        isLookUp: true
    )
    /// Advanced Commerce: Change Subscription Metadata.
    public static let changeSubscriptionMetadata = Self(
        "advanced-commerce-change-metadata",
        "POST",
        "/advancedCommerce/v1/subscription/changeMetadata/{transactionId}",
        .twenty,
        isLookUp: true
    )
    /// Advanced Commerce: Change Subscription Price.
    public static let changeSubscriptionPrice = Self(
        "advanced-commerce-change-price",
        "POST",
        "/advancedCommerce/v1/subscription/changePrice/{transactionId}",
        .twenty,
        isLookUp: true
    )
    /// Advanced Commerce: Migrate a Subscription.
    public static let migrateSubscription = Self(
        "advanced-commerce-migrate",
        "POST",
        "/advancedCommerce/v1/subscription/migrate/{transactionId}",
        .twenty,
        isLookUp: true
    )
    /// Advanced Commerce: Revoke Subscription.
    public static let revokeSubscription = Self(
        "advanced-commerce-revoke",
        "POST",
        "/advancedCommerce/v1/subscription/revoke/{transactionId}",
        .twenty,
        isLookUp: true
    )
    /// Advanced Commerce: Request Transaction Refund.
    public static let requestRefund = Self(
        "advanced-commerce-request-refund",
        "POST",
        "/advancedCommerce/v1/transaction/requestRefund/{transactionId}",
        .twenty,
        isLookUp: true
    )
}
