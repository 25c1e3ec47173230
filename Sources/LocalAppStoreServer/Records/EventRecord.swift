public import AppStoreModels
public import Foundation

/// Something that happened in a running store.
public struct EventRecord: StoreRecord {
    public static let listName = "events"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Its number.
    public var sequence: Int? { json.number("sequence") }
    /// What happened, by the names of `StoreEvent.Name`.
    public var name: String? { json[string: "name"] }
    /// When, in store time.
    public var date: Date? { json[milliseconds: "date"] }
    /// To whom; nil for what concerns the whole store.
    public var account: String? { json[string: "account"] }
    /// What the developer's server is told of it; nil for nothing.
    public var notificationType: NotificationType? {
        json[string: "notificationType"].map(NotificationType.init(rawValue:))
    }
    /// In detail.
    public var subtype: NotificationSubtype? { json[string: "subtype"].map(NotificationSubtype.init(rawValue:)) }
    /// The transactions that are new or changed.
    public var transactions: [TransactionRecord] { json.records() }
    /// The subscription, if it is about one.
    public var subscription: SubscriptionRecord? { json[object: "subscription"].map(SubscriptionRecord.init(json:)) }
}
