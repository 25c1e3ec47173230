extension ServerAPIEndpoint {
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
