/// Transactions, their histories, orders and refunds.
extension ServerAPIEndpoint {
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
}
