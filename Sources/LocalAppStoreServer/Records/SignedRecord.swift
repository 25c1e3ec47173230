public import AppStoreModels

/// Something that a running store signed, with what it says.
public struct SignedRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The JWS.
    public var jws: String? { json[string: "jws"] }
    /// Its header, decoded.
    public var header: JSONObject? { json[object: "header"] }
    /// Its payload, decoded.
    public var payload: JSONObject? { json[object: "payload"] }
}
