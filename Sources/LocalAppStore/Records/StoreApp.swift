/// The app whose purchases a store keeps.
public struct StoreApp: Sendable, Hashable, Codable {
    /// The bundle identifier.
    public var bundleID: String
    /// `CFBundleVersion` on iOS, `CFBundleShortVersionString` on macOS.
    public var version: String
    /// The App Store's id of the app.
    public var appAppleID: Int64

    /// An app.
    public init(bundleID: String, version: String = "1.0", appAppleID: Int64 = 0) {
        self.bundleID = bundleID
        self.version = version
        self.appAppleID = appAppleID
    }
}
