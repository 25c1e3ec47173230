/// An app whose notifications are accepted.
public struct AppIdentity: Sendable, Hashable {
    /// The app's bundle identifier.
    public var bundleID: String
    /// The app's number in the App Store; if set, notifications of production must name it.
    public var appAppleID: Int64?

    /// An app.
    public init(bundleID: String, appAppleID: Int64? = nil) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
    }
}
