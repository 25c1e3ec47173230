public import AppStoreModels

/// A notification whose every signed part was verified, and whose parts belong together.
public struct VerifiedNotification: Sendable {
    /// What the notification says.
    public let payload: Verified<NotificationPayload>
    /// Apple's key against duplicates.
    public let notificationUUID: String
    /// The transaction it is about; absent in tests, summaries and external purchase tokens.
    public let transaction: Verified<TransactionPayload>?
    /// The next renewal of the same subscription.
    public let renewalInfo: Verified<RenewalInfoPayload>?
    /// The download of the app that it is about.
    public let appTransaction: Verified<AppTransactionPayload>?
}
