public import AppStoreModels

/// How short the logs of a store were made.
public struct CompactionRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// How many events the log had.
    public var eventsBefore: Int? { json.number("eventsBefore") }
    /// How many it has.
    public var eventsAfter: Int? { json.number("eventsAfter") }
    /// How long the log of notifications was, in bytes.
    public var notificationBytesBefore: Int? { json.number("notificationBytesBefore") }
    /// How long it is.
    public var notificationBytesAfter: Int? { json.number("notificationBytesAfter") }
}
