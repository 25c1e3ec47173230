/// The body of a `verifyReceipt` request.
public struct VerifyReceiptRequest: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The receipt in standard base64.
    public var receiptData: String? {
        get { json[string: "receipt-data"] }
        set { json[string: "receipt-data"] = newValue }
    }

    /// The app's shared secret; needed for receipts with auto-renewable subscriptions.
    public var password: String? {
        get { json[string: "password"] }
        set { json[string: "password"] = newValue }
    }

    /// Whether only the newest transaction of each subscription is wanted.
    public var excludeOldTransactions: Bool? {
        get { json[boolean: "exclude-old-transactions"] }
        set { json[boolean: "exclude-old-transactions"] = newValue }
    }
}
