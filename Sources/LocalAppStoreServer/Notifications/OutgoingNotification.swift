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
    /// The signed payload: the same bytes in every attempt; empty in version 1, which is not signed.
    public let signedPayload: String
    /// What is posted in version 1, without the password; nil in version 2.
    public internal(set) var content: JSONObject?
    /// Whom it concerns.
    public internal(set) var accountID: String?
    /// The transaction that it is about.
    public internal(set) var transactionID: String?
    /// The first transaction of the subscription or purchase that it is about.
    public internal(set) var originalTransactionID: String?
    /// How many attempts, from the first, a fault lets go astray.
    var lostAttempts = 0
    /// How those end.
    var lostResult: NotificationSendResult?
    /// Whether a fault sends it twice.
    var isDuplicated = false
    /// Whether it waits, by a fault, until the next one was sent.
    var isOvertaken = false
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

    /// Its form.
    public var version: NotificationVersion { content == nil ? .two : .one }

    /// What is posted; in version 1 without the password.
    public var body: Data { body(password: nil) }

    /// What is posted.
    ///
    /// - Parameter password: The app's shared secret, which only version 1 tells.
    func body(password: String?) -> Data {
        guard var content else { return JSONValue.object(["signedPayload": .string(signedPayload)]).jsonData }
        content[string: "password"] = password
        return JSONValue.object(content).jsonData
    }

    /// How the next attempt ends by a fault; nil if it is made.
    var mishap: NotificationSendResult? { attempts.count < lostAttempts ? lostResult ?? .timedOut : nil }
}
