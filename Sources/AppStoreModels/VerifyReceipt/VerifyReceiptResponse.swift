/// The answer of `verifyReceipt`.
///
/// HTTP says 200 for every documented outcome; ``status`` says what happened.
public struct VerifyReceiptResponse: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// What happened; 0 is a valid receipt.
    public var status: ReceiptStatusCode? {
        get { json[code: "status"].map(ReceiptStatusCode.init(rawValue:)) }
        set { json[code: "status"] = newValue?.rawValue }
    }

    /// Which server answered.
    public var environment: AppStoreEnvironment? {
        get { json[string: "environment"].map(AppStoreEnvironment.init(rawValue:)) }
        set { json[string: "environment"] = newValue?.rawValue }
    }

    /// The receipt that was sent, decoded.
    public var receipt: VerifyReceiptAppReceipt? {
        get { json[object: "receipt"].map(VerifyReceiptAppReceipt.init(json:)) }
        set { json[object: "receipt"] = newValue?.json }
    }

    /// The newest receipt of the account in base64, if there are auto-renewable subscriptions.
    public var latestReceipt: String? {
        get { json[string: "latest_receipt"] }
        set { json[string: "latest_receipt"] = newValue }
    }

    /// The account's transactions but for finished consumables, in no promised order.
    ///
    /// Read from an array or, as iOS 6 style bodies have it, from a single object.
    public var latestReceiptInfo: [VerifyReceiptTransaction] {
        get { json[objects: "latest_receipt_info"].map(VerifyReceiptTransaction.init(json:)) }
        set { json[objects: "latest_receipt_info"] = newValue.map(\.json) }
    }

    /// What the next renewal of each subscription will do.
    public var pendingRenewalInfo: [VerifyReceiptRenewalInfo] {
        get { json[objects: "pending_renewal_info"].map(VerifyReceiptRenewalInfo.init(json:)) }
        set { json[objects: "pending_renewal_info"] = newValue.map(\.json) }
    }

    /// With a status of 21100 to 21199: whether the request may be repeated.
    public var isRetryable: Bool? {
        get { json[boolean: "is_retryable"] ?? json[boolean: "is-retryable"] }
        set { json[boolean: "is_retryable"] = newValue }
    }
}
