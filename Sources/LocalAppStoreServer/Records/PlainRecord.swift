public import AppStoreModels

/// An answer that repeats what was asked, or has nothing to say.
public struct PlainRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }
}
