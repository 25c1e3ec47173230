public import AppStoreModels
public import Foundation

/// How far a store has come whose state was restored, and how much is in it.
public struct RestoredRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The number of the last event.
    public var sequence: Int? { json.number("sequence") }
    /// What time it is in the store.
    public var date: Date? { json[milliseconds: "date"] }
    /// How many customers there are.
    public var accounts: Int? { json.number("accountCount") }
    /// How many subscriptions there are.
    public var subscriptions: Int? { json.number("subscriptionCount") }
}
