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
    /// Get Transaction History, version 2: finished consumables too.
    public static let transactionHistory = Self(
        "transaction-history",
        "GET",
        "/inApps/v2/history/{transactionId}",
        .fifty,
        isLookUp: true
    )
    /// Get Transaction History, version 1: without finished consumables; deprecated.
    public static let transactionHistoryV1 = Self(
        "transaction-history-v1",
        "GET",
        "/inApps/v1/history/{transactionId}",
        .fifty,
        isLookUp: true
    )
    /// Get Transaction Info.
    public static let transactionInfo = Self(
        "transaction-info",
        "GET",
        "/inApps/v1/transactions/{transactionId}",
        .fifty,
        isLookUp: true
    )
    /// Get App Transaction Info.
    public static let appTransactionInfo = Self(
        "app-transaction-info",
        "GET",
        "/inApps/v1/transactions/appTransactions/{transactionId}",
        .fifty,
        isLookUp: true
    )
    /// Set App Account Token.
    public static let setAppAccountToken = Self(
        "set-app-account-token",
        "PUT",
        "/inApps/v1/transactions/{originalTransactionId}/appAccountToken",
        .twenty,
        isRepeatable: true,
        isLookUp: true
    )
    /// Finish Transaction.
    public static let finishTransaction = Self(
        "finish-transaction",
        "POST",
        "/inApps/v1/transactions/{transactionId}/finish",
        .fifty,
        isRepeatable: true,
        isLookUp: true
    )
    /// Send Consumption Information, version 2.
    public static let sendConsumptionInformation = Self(
        "send-consumption",
        "PUT",
        "/inApps/v2/transactions/consumption/{transactionId}",
        .fifty,
        isRepeatable: true,
        isLookUp: true
    )
    /// Send Consumption Information, version 1; deprecated.
    public static let sendConsumptionInformationV1 = Self(
        "send-consumption-v1",
        "PUT",
        "/inApps/v1/transactions/consumption/{transactionId}",
        .fifty,
        isRepeatable: true,
        isLookUp: true
    )
    /// Look Up Order ID; production only.
    public static let lookUpOrderID = Self("look-up-order", "GET", "/inApps/v1/lookup/{orderId}", .ten)
    /// Get Refund History, version 2.
    public static let refundHistory = Self(
        "refund-history",
        "GET",
        "/inApps/v2/refund/lookup/{transactionId}",
        .ten,
        isLookUp: true
    )
    /// Get Refund History, version 1: at most 50 refunds, without pages; deprecated.
    public static let refundHistoryV1 = Self(
        "refund-history-v1",
        "GET",
        "/inApps/v1/refund/lookup/{originalTransactionId}",
        .ten,
        isLookUp: true
    )
    /// Request a Test Notification.
    public static let requestTestNotification = Self("test-notification", "POST", "/inApps/v1/notifications/test", .one)
    /// Get Test Notification Status.
    public static let testNotificationStatus = Self(
        "test-notification-status",
        "GET",
        "/inApps/v1/notifications/test/{testNotificationToken}",
        .one
    )
    /// Get Notification History; it reads, though its method is POST.
    public static let notificationHistory = Self(
        "notification-history",
        "POST",
        "/inApps/v1/notifications/history",
        .fifty,
        isRepeatable: true
    )
    /// Upload Image of the Retention Messaging API.
    public static let uploadImage = Self("upload-image", "PUT", "/inApps/v1/messaging/image/{imageIdentifier}", .ten)
    /// Delete Image.
    public static let deleteImage = Self(
        "delete-image",
        "DELETE",
        "/inApps/v1/messaging/image/{imageIdentifier}",
        .one,
        isRepeatable: true
    )
    /// Get Image List.
    public static let imageList = Self("image-list", "GET", "/inApps/v1/messaging/image/list", .ten)
    /// Upload Message.
    public static let uploadMessage = Self(
        "upload-message",
        "PUT",
        "/inApps/v1/messaging/message/{messageIdentifier}",
        .ten
    )
    /// Delete Message.
    public static let deleteMessage = Self(
        "delete-message",
        "DELETE",
        "/inApps/v1/messaging/message/{messageIdentifier}",
        .one,
        isRepeatable: true
    )
    /// Get Message List.
    public static let messageList = Self("message-list", "GET", "/inApps/v1/messaging/message/list", .ten)
    /// Configure Default Message.
    public static let configureDefaultMessage = Self(
        "configure-default-message",
        "PUT",
        "/inApps/v1/messaging/default/{productId}/{locale}",
        .ten,
        isRepeatable: true
    )
    /// Get Default Message.
    public static let defaultMessage = Self(
        "default-message",
        "GET",
        "/inApps/v1/messaging/default/{productId}/{locale}",
        .ten
    )
    /// Delete Default Message.
    public static let deleteDefaultMessage = Self(
        "delete-default-message",
        "DELETE",
        "/inApps/v1/messaging/default/{productId}/{locale}",
        .ten,
        isRepeatable: true
    )
    /// Configure Realtime URL.
    public static let configureRealtimeURL = Self(
        "configure-realtime-url",
        "PUT",
        "/inApps/v1/messaging/realtime/url",
        .one,
        isRepeatable: true
    )
    /// Get Realtime URL.
    public static let realtimeURL = Self("realtime-url", "GET", "/inApps/v1/messaging/realtime/url", .one)
    /// Delete Realtime URL.
    public static let deleteRealtimeURL = Self(
        "delete-realtime-url",
        "DELETE",
        "/inApps/v1/messaging/realtime/url",
        .one,
        isRepeatable: true
    )
    /// Initiate Performance Test; sandbox only.
    public static let startPerformanceTest = Self(
        "start-performance-test",
        "POST",
        "/inApps/v1/messaging/performanceTest",
        .one
    )
    /// Get Performance Test Results; sandbox only.
    public static let performanceTestResult = Self(
        "performance-test-result",
        "GET",
        "/inApps/v1/messaging/performanceTest/result/{requestId}",
        .ten
    )
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
    /// Claim Seat (1.23): a repeated request identifier takes no second seat.
    public static let claimSeat = Self(
        "claim-seat",
        "POST",
        "/groups/v1/transactions/{originalTransactionId}/seats",
        .twenty,
        isRepeatable: true,
        isLookUp: true
    )
    /// Unclaim Seat (1.23).
    public static let unclaimSeat = Self(
        "unclaim-seat",
        "DELETE",
        "/groups/v1/transactions/{originalTransactionId}/seats/{seatClaimId}",
        .twenty,
        isRepeatable: true,
        isLookUp: true
    )
    /// Get Seat Info (1.23).
    public static let seatInfo = Self(
        "seat-info",
        "GET",
        "/groups/v1/transactions/{originalTransactionId}/seats",
        .fifty,
        isLookUp: true
    )

    /// All calls, in the order of the documentation.
    public static let all: [ServerAPIEndpoint] = [
        .allSubscriptionStatuses, .extendRenewalDate, .massExtendRenewalDate, .massExtensionStatus, .transactionHistory,
        .transactionHistoryV1, .transactionInfo, .appTransactionInfo, .setAppAccountToken, .finishTransaction,
        .sendConsumptionInformation, .sendConsumptionInformationV1, .lookUpOrderID, .refundHistory, .refundHistoryV1,
        .requestTestNotification, .testNotificationStatus, .notificationHistory, .uploadImage, .deleteImage, .imageList,
        .uploadMessage, .deleteMessage, .messageList, .configureDefaultMessage, .defaultMessage, .deleteDefaultMessage,
        .configureRealtimeURL, .realtimeURL, .deleteRealtimeURL, .startPerformanceTest, .performanceTestResult,
        .cancelSubscription, .changeSubscriptionMetadata, .changeSubscriptionPrice, .migrateSubscription,
        .revokeSubscription, .requestRefund, .claimSeat, .unclaimSeat, .seatInfo,
    ]
}
