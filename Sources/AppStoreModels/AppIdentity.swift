/// An app by what the App Store calls it: what receipts, transactions and notifications must name to be accepted.
public struct AppIdentity: Sendable, Hashable {
    /// The app's bundle identifier.
    public var bundleID: String
    /// The app's number in the App Store; if set, what comes from production must name it.
    public var appAppleID: Int64?

    /// An app.
    public init(bundleID: String, appAppleID: Int64? = nil) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
    }
}
