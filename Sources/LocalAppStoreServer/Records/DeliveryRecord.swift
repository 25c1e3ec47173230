public import AppStoreModels
public import Foundation

/// What became of the notifications of a running store when it was asked to send what is due.
public struct DeliveryRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The attempts that were made now, each notification as it was after it.
    public var attempts: [NotificationRecord] { json.records() }
    /// How many of those that the store remembers have arrived, now or before.
    public var delivered: Int? { json.number("delivered") }
    /// How many were given up.
    public var givenUp: Int? { json.number("givenUp") }
    /// How many wait for another attempt.
    public var waiting: Int? { json.number("waitingCount") }
    /// When that is, in store time.
    public var nextAttemptDate: Date? { json[milliseconds: "nextAttemptDate"] }
}
