public import AppStoreModels

/// Whether a running store can do its work. One that cannot answers 503, which is an error of the client.
public struct HealthRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// `ok`.
    public var status: String? { json[string: "status"] }
    /// The app whose store it is.
    public var bundleID: String? { json[string: "bundleId"] }
    /// What is open, and what was refused or cut off, by name.
    public var connections: [String: Int] {
        let counters = json[object: "connections"] ?? [:]
        return counters.keys.reduce(into: [:]) { counts, name in counts[name] = counters.number(name) }
    }
}
