public import AppStoreModels

/// What was asked is done; the answer repeats it, or has nothing to say.
public struct DoneRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }
}
