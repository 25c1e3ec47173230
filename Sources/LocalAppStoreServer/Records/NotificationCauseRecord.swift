public import AppStoreModels

/// What a running store did to bring a notification about.
public struct NotificationCauseRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// What was done, in order, in words for people.
    public var steps: [String] { json.texts("steps") }
    /// Every notification that came of it; how delivery goes is not in it.
    public var notifications: [NotificationRecord] { json.records("notifications") }
    /// Whether there is an address for notifications.
    public var isSent: Bool? { json[boolean: "isSent"] }
}
