public import AppStoreModels

/// Where the notifications of a running store go, and how delivery went.
public struct NotificationsRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The developer's server; nil for nowhere.
    public var destination: String? { json[string: "destination"] }
    /// Where those of version 1 go; nil for nowhere.
    public var destinationV1: String? { json[string: "destinationV1"] }
    /// Those that wait to be sent, or to be sent again.
    public var waiting: [NotificationRecord] { json.records("waiting") }
    /// Those that were delivered or given up.
    public var finished: [NotificationRecord] { json.records("finished") }
    /// How many were given up because too much waited.
    public var crowdedOut: Int? { json.number("crowdedOut") }
}
