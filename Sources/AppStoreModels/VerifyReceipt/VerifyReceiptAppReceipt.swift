public import Foundation

/// The member `receipt` of an answer of `verifyReceipt`: one app receipt, decoded.
public struct VerifyReceiptAppReceipt: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// `Production`, `ProductionVPP`, `ProductionSandbox` or `ProductionVPPSandbox`.
    public var receiptType: String? {
        get { json[string: "receipt_type"] }
        set { json[string: "receipt_type"] = newValue }
    }

    /// The app's number in the App Store; 0 in the sandbox.
    public var adamID: Int64? {
        get { json[integer: "adam_id"] }
        set { json[integer: "adam_id"] = newValue }
    }

    /// The same as ``adamID``.
    public var appItemID: Int64? {
        get { json[integer: "app_item_id"] }
        set { json[integer: "app_item_id"] = newValue }
    }

    /// The app.
    public var bundleID: String? {
        get { json[string: "bundle_id"] }
        set { json[string: "bundle_id"] = newValue }
    }

    /// `CFBundleVersion`, on macOS `CFBundleShortVersionString`.
    public var applicationVersion: String? {
        get { json[string: "application_version"] }
        set { json[string: "application_version"] = newValue }
    }

    /// The number of the download; 0 in the sandbox.
    public var downloadID: Int64? {
        get { json[integer: "download_id"] }
        set { json[integer: "download_id"] = newValue }
    }

    /// The App Store's number of the app version; 0 in the sandbox.
    public var versionExternalIdentifier: Int64? {
        get { json[integer: "version_external_identifier"] }
        set { json[integer: "version_external_identifier"] = newValue }
    }

    /// When the receipt was made.
    public var receiptCreationDate: Date? {
        get { VerifyReceiptDate.read("receipt_creation_date", from: json) }
        set { json[dates: "receipt_creation_date"] = newValue }
    }

    /// When the server answered.
    public var requestDate: Date? {
        get { VerifyReceiptDate.read("request_date", from: json) }
        set { json[dates: "request_date"] = newValue }
    }

    /// When the account first got the app.
    public var originalPurchaseDate: Date? {
        get { VerifyReceiptDate.read("original_purchase_date", from: json) }
        set { json[dates: "original_purchase_date"] = newValue }
    }

    /// The version the account first got; `1.0` in the sandbox.
    public var originalApplicationVersion: String? {
        get { json[string: "original_application_version"] }
        set { json[string: "original_application_version"] = newValue }
    }

    /// When the app was pre-ordered.
    public var preorderDate: Date? {
        get { VerifyReceiptDate.read("preorder_date", from: json) }
        set { json[dates: "preorder_date"] = newValue }
    }

    /// When the receipt expires, volume purchases only.
    public var expirationDate: Date? {
        get { VerifyReceiptDate.read("expiration_date", from: json) }
        set { json[dates: "expiration_date"] = newValue }
    }

    /// The purchases in the receipt, in no promised order; may be empty.
    public var inApp: [VerifyReceiptTransaction] {
        get { json[objects: "in_app"].map(VerifyReceiptTransaction.init(json:)) }
        set { json[objects: "in_app"] = newValue.map(\.json) }
    }
}
