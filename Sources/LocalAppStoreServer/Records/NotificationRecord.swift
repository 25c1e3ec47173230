public import AppStoreModels
public import Foundation

/// A notification on its way to the developer's server.
public struct NotificationRecord: StoreRecord {
    public static let listName = "attempts"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Its `notificationUUID`.
    public var id: String? { json[string: "notificationUUID"] }
    /// What it tells of.
    public var notificationType: NotificationType? {
        json[string: "notificationType"].map(NotificationType.init(rawValue:))
    }
    /// In detail.
    public var subtype: NotificationSubtype? { json[string: "subtype"].map(NotificationSubtype.init(rawValue:)) }
    /// When it was made, in store time.
    public var date: Date? { json[milliseconds: "date"] }
    /// Its form, 1 or 2.
    public var version: Int? { json.number("version") }
    /// Whom it concerns.
    public var account: String? { json[string: "account"] }
    /// The transaction that it is about.
    public var transactionID: String? { json[string: "transactionId"] }
    /// What is sent: a JWS; nil in version 1.
    public var signedPayload: String? { json[string: "signedPayload"] }
    /// Whether the receiver has taken it.
    public var isDelivered: Bool? { json[boolean: "isDelivered"] }
    /// How sending it went, each time it was tried.
    public var sendResults: [NotificationSendResult] {
        (json[array: "sendAttempts"] ?? []).compactMap { $0.object?[string: "sendAttemptResult"] }
            .map(NotificationSendResult.init(rawValue:))
    }
    /// When it is tried again; nil for never.
    public var nextAttemptDate: Date? { json[milliseconds: "nextAttemptDate"] }
}
