public import AppStoreModels
public import AppStoreTrust

/// A notification that the App Store sent or tried to send, verified.
public struct SentNotification: Sendable {
    /// What it says.
    public let notification: VerifiedNotification
    /// The notification as it was sent: the member `signedPayload`, which a receiver takes too.
    public let signedPayload: String
    /// The attempts to deliver it, at most 6.
    public let attempts: [NotificationSendAttempt]

    init(_ item: JSONObject, _ answer: VerifiedAnswer) throws(ServerAPIError) {
        signedPayload = try answer.required("signedPayload", item[string: "signedPayload"])
        notification = try answer.notification(signedPayload)
        attempts = (item[array: "sendAttempts"] ?? []).compactMap(\.object).map(NotificationSendAttempt.init(json:))
    }
}

/// A page of the notification history.
public struct NotificationHistoryPage: ServerAPIPage {
    /// The notifications, at most 20.
    public let notifications: [SentNotification]
    /// Where the next page begins; nil on the last.
    public let paginationToken: String?
    /// Whether there are more pages.
    public let hasMore: Bool
    /// The environment that sent them.
    public let environment: AppStoreEnvironment

    /// What is wrong with notifications of the page that could not be verified, where they are passed by.
    package let refused: [ServerAPIError]

    public var position: String? { paginationToken }

    /// - Parameter passesRefused: Whether one that cannot be verified is left out, so that it does not hide the others.
    init(_ answer: VerifiedAnswer, passesRefused: Bool = false) throws(ServerAPIError) {
        environment = answer.environment
        hasMore = answer.json[boolean: "hasMore"] ?? false
        paginationToken = answer.json[string: "paginationToken"]
        let items = try answer.required("notificationHistory", answer.json[array: "notificationHistory"])
        var notifications: [SentNotification] = []
        var refused: [ServerAPIError] = []
        for item in items.compactMap(\.object) {
            do throws(ServerAPIError) {
                notifications.append(try SentNotification(item, answer))
            } catch {
                guard passesRefused else { throw error }
                refused.append(error)
            }
        }
        self.notifications = notifications
        self.refused = refused
    }
}
