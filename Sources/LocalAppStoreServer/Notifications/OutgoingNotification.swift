public import AppStoreModels
public import Foundation

/// One notification on its way to the developer's server.
public struct OutgoingNotification: Sendable, Hashable {
    /// One attempt to deliver it.
    public struct Attempt: Sendable, Hashable {
        /// When it was made, by the store's clock.
        public let date: Date
        /// How it ended.
        public let result: NotificationSendResult
    }

    /// `notificationUUID`: the same in every attempt.
    public let id: String
    /// What happened.
    public let type: NotificationType
    /// What happened in detail.
    public let subtype: NotificationSubtype?
    /// When it happened, by the store's clock.
    public let date: Date
    /// The number of the store's event that it reports; nil for a test.
    public let eventNumber: Int?
    /// The signed payload: the same bytes in every attempt.
    public let signedPayload: String
    /// The attempts so far, oldest first.
    public internal(set) var attempts: [Attempt] = []
    /// When the next attempt is due, by the store's clock; nil when there will be none.
    public internal(set) var nextAttempt: Date?

    /// A notification that is due at once.
    public init(
        id: String,
        type: NotificationType,
        subtype: NotificationSubtype?,
        date: Date,
        signedPayload: String,
        eventNumber: Int? = nil
    ) {
        self.id = id
        self.type = type
        self.subtype = subtype
        self.date = date
        self.signedPayload = signedPayload
        self.eventNumber = eventNumber
        self.nextAttempt = date
    }

    /// Whether the receiver has it.
    public var isDelivered: Bool { attempts.last?.result == .success }

    /// What is posted.
    public var body: Data {
        let object: JSONValue = ["signedPayload": .string(signedPayload)]
        return object.jsonData
    }
}
