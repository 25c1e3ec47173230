public import Foundation

/// What a signed app transaction says: the download of the app itself.
public struct AppTransactionPayload: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Where the app was downloaded.
    public var receiptType: AppStoreEnvironment? {
        get { json[string: "receiptType"].map(AppStoreEnvironment.init(rawValue:)) }
        set { json[string: "receiptType"] = newValue?.rawValue }
    }

    /// The app's number in the App Store; absent in the sandbox.
    public var appAppleID: Int64? {
        get { json[integer: "appAppleId"] }
        set { json[integer: "appAppleId"] = newValue }
    }

    /// The app.
    public var bundleID: String? {
        get { json[string: "bundleId"] }
        set { json[string: "bundleId"] = newValue }
    }

    /// The version that is installed.
    public var applicationVersion: String? {
        get { json[string: "applicationVersion"] }
        set { json[string: "applicationVersion"] = newValue }
    }

    /// The App Store's number of that version, production only.
    public var versionExternalIdentifier: Int64? {
        get { json[integer: "versionExternalIdentifier"] }
        set { json[integer: "versionExternalIdentifier"] = newValue }
    }

    /// When the App Store signed this.
    public var receiptCreationDate: Date? {
        get { json[milliseconds: "receiptCreationDate"] }
        set { json[milliseconds: "receiptCreationDate"] = newValue }
    }

    /// When the account first got the app; `Date.distantPast` in StoreKit testing in Xcode, which knows no such date.
    public var originalPurchaseDate: Date? {
        get {
            let distantPast = Date.distantPast
            if json[integer: "originalPurchaseDate"] == distantPast.millisecondsSince1970 { return distantPast }
            return json[milliseconds: "originalPurchaseDate"]
        }
        set { json[milliseconds: "originalPurchaseDate"] = newValue }
    }

    /// The version the account first got.
    public var originalApplicationVersion: String? {
        get { json[string: "originalApplicationVersion"] }
        set { json[string: "originalApplicationVersion"] = newValue }
    }

    /// Base64 of SHA-384 over nonce and device identifier.
    public var deviceVerification: String? {
        get { json[string: "deviceVerification"] }
        set { json[string: "deviceVerification"] = newValue }
    }

    /// The nonce in ``deviceVerification``.
    public var deviceVerificationNonce: UUID? {
        get { json[string: "deviceVerificationNonce"].flatMap(UUID.init(uuidString:)) }
        set { json[string: "deviceVerificationNonce"] = newValue?.uuidString.lowercased() }
    }

    /// When the app was pre-ordered.
    public var preorderDate: Date? {
        get { json[milliseconds: "preorderDate"] }
        set { json[milliseconds: "preorderDate"] = newValue }
    }

    /// The download of the app by this Apple account.
    public var appTransactionID: String? {
        get { json[string: "appTransactionId"] }
        set { json[string: "appTransactionId"] = newValue }
    }

    /// `iOS`, `macOS`, `tvOS` or `visionOS`.
    public var originalPlatform: String? {
        get { json[string: "originalPlatform"] }
        set { json[string: "originalPlatform"] = newValue }
    }
}
