public import AppStoreModels
public import Foundation

/// A server notification (version 2) that the store has signed.
public struct SignedNotification: Sendable, Hashable {
    /// `notificationUUID`, the key against duplicates: the same whenever the same event is signed again.
    public let notificationUUID: String
    /// What happened.
    public let type: NotificationType
    /// What happened in detail.
    public let subtype: NotificationSubtype?
    /// When it happened, in store time; also the payload's `signedDate`, unless a fault made that wrong.
    public let date: Date
    /// The JWS.
    public let signedPayload: String
}
