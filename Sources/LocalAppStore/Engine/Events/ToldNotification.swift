public import AppStoreModels

/// A notification that a command brought about.
public struct ToldNotification: Sendable, Hashable {
    /// What is reported.
    public let type: NotificationType
    /// In detail.
    public let subtype: NotificationSubtype?
    /// The number of the event that it reports.
    public let eventNumber: Int
    /// Whom it concerns.
    public let accountID: String?
    /// The transaction that it is about.
    public let transactionID: String?

    init(
        _ notification: StoreNotification,
        _ eventNumber: Int,
        _ accountID: String?,
        _ transaction: StoreTransaction?
    ) {
        type = notification.type
        subtype = notification.subtype
        self.eventNumber = eventNumber
        self.accountID = accountID ?? notification.externalPurchaseToken?.accountID
        transactionID = transaction?.transactionID
    }
}
