import AppStoreModels
public import Foundation

/// Where the App Store Server API is answered.
public struct ServerAPIAddresses: Sendable, Hashable {
    /// The base of production, without `/inApps`.
    public var production: URL
    /// The base of the sandbox, without `/inApps`.
    public var sandbox: URL

    /// These two bases; what a call adds begins with `/inApps`.
    public init(production: URL, sandbox: URL) {
        self.production = production
        self.sandbox = sandbox
    }

    /// `production` and `sandbox` below one base, as a local store has them.
    public init(base: URL) {
        production = base.appendingPathComponent("production")
        sandbox = base.appendingPathComponent("sandbox")
    }

    /// Apple's servers by the names of 2026.
    public static let apple = ServerAPIAddresses(
        production: URL(appleHost: "api.storekit.apple.com"),
        sandbox: URL(appleHost: "api.storekit-sandbox.apple.com")
    )

    /// Apple's servers by their older names, which still answer.
    public static let olderNames = ServerAPIAddresses(
        production: URL(appleHost: "api.storekit.itunes.apple.com"),
        sandbox: URL(appleHost: "api.storekit-sandbox.itunes.apple.com")
    )

    /// The base of an environment; all but production are the sandbox's.
    func base(of environment: AppStoreEnvironment) -> URL { environment == .production ? production : sandbox }
}
