public import AppStoreModels

/// A group of subscriptions of which a person has at most one at a time.
public struct ConfiguredSubscriptionGroup: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The identifier of the group.
    public var id: String {
        get { json[string: "id"] ?? "" }
        set { json[string: "id"] = newValue }
    }

    /// The name inside App Store Connect.
    public var name: String? {
        get { json[string: "name"] }
        set { json[string: "name"] = newValue }
    }

    /// The group's names by language; `description` holds the app's own name, if it has one here.
    public var localizations: [ConfiguredLocalization] {
        get { json.views("localizations") }
        set { json.setViews(newValue, for: "localizations") }
    }

    /// The subscriptions of the group.
    public var subscriptions: [ConfiguredSubscription] {
        get { json.views("subscriptions") }
        set { json.setViews(newValue, for: "subscriptions") }
    }
}
