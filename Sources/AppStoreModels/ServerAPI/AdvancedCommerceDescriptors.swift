/// What the customer reads about a subscription of Advanced Commerce.
public struct AdvancedCommerceDescriptors: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The name, at most 30 characters.
    public var displayName: String? {
        get { json[string: "displayName"] }
        set { json[string: "displayName"] = newValue }
    }

    /// The text below, at most 45 characters.
    public var description: String? {
        get { json[string: "description"] }
        set { json[string: "description"] = newValue }
    }

    /// When a change takes effect.
    public var effective: AdvancedCommerceEffective? {
        get { json[string: "effective"].map(AdvancedCommerceEffective.init(rawValue:)) }
        set { json[string: "effective"] = newValue?.rawValue }
    }
}
