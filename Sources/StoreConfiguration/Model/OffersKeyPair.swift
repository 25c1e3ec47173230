public import AppStoreModels

/// The key with which Xcode signs promotional offers in tests.
public struct OffersKeyPair: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The key's identifier, eight hexadecimal digits.
    public var id: String? {
        get { json[string: "id"] }
        set { json[string: "id"] = newValue }
    }

    /// The private key: P-256, PKCS#8, base64.
    public var privateKey: String? {
        get { json[string: "privateKey"] }
        set { json[string: "privateKey"] = newValue }
    }
}
