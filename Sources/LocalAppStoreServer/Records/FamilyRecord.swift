public import AppStoreModels

/// A family of customers.
public struct FamilyRecord: StoreRecord {
    public static let listName = "families"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The family's name.
    public var id: String? { json[string: "id"] }
    /// Who made it.
    public var organizer: String? { json[string: "organizer"] }
    /// Who belongs to it, the organizer included.
    public var members: [String] { json.texts("members") }
}
