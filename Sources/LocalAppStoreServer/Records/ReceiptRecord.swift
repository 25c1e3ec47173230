public import AppStoreModels

/// The receipt of a customer, with what it says.
public struct ReceiptRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The receipt in Base64.
    public var receipt: String? { json[string: "receipt"] }
    /// What `verifyReceipt` would say of it.
    public var decoded: VerifyReceiptResponse? { json[object: "decoded"].map(VerifyReceiptResponse.init(json:)) }
}
