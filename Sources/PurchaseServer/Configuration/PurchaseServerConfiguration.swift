public import AppStoreModels
public import AppStoreServerClient
public import AppStoreTrust
public import Entitlements
public import Foundation
public import HTTPServing
public import Logging
import OutgoingHTTP

/// Everything a purchase server needs to know; nothing is read from the environment.
///
/// ```swift
/// var configuration = PurchaseServerConfiguration(
///     databaseFile: file,
///     apps: [AppIdentity(bundleID: "com.example.app")],
///     now: { Date() }
/// )
/// configuration.sharedSecret = AppSharedSecret(secret)
/// ```
public struct PurchaseServerConfiguration: Sendable {
    /// The address to listen on; loopback unless set.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes a free one, see ``PurchaseServerApplication/listeningPort()``.
    public var port = 8080
    /// The SQLite file; it and its folder are made where missing.
    public var databaseFile: URL
    /// The apps whose receipts and notifications are accepted; others are refused.
    public var apps: [AppIdentity]
    /// The App Stores whose purchases are accepted.
    ///
    /// Sandbox purchases cost nothing. App Review needs them, so they are accepted unless removed here; each entitlement
    /// says where it comes from.
    public var environments: Set<AppStoreEnvironment> = [.production, .sandbox]
    /// The app's shared secret; needed for subscriptions and for notifications of version 1.
    public var sharedSecret: AppSharedSecret?
    /// Where receipts are verified: Apple's servers or a local store.
    public var verifyReceiptEndpoints = VerifyReceiptEndpoints.apple
    /// Whose signatures on receipts and notifications are accepted.
    public var trustPolicy = TrustPolicy.appStore
    /// The key that callers of `/v1` must show as `Authorization: Bearer …`.
    ///
    /// Without one everybody is let in who can connect, so the server listens on this machine only and answers by its own
    /// names only.
    public var apiKey: APIKey?
    /// Names, without ports, by which the server may be asked besides this machine's own and, where other machines may ask,
    /// IP addresses.
    ///
    /// Empty means any name where a key is demanded: who shows it is no web page that bends its name to this machine.
    public var allowedNames: [String] = []
    /// How many connections and how much of their bodies the server holds, and how long it waits for anybody.
    public var limits = ServerLimits()
    /// The largest receipt, in bytes before base64.
    public var maximumReceiptLength = 8 * 1024 * 1024
    /// How many uploads may wait for the App Store at a time.
    public var pendingUploadLimits = PendingUploadLimits()
    /// What the App Store does not say about the products.
    public var entitlementRules = EntitlementRules()
    /// What happens when the App Store has no answer for now, while the caller waits.
    public var retryPolicy = RetryPolicy()
    /// How long and how much of an answer of the App Store is waited for; whoever uploads waits as long.
    public var upstreamLimits = VerifyReceiptClient.Limits(timeout: 15, totalTimeout: 25)
    /// How often, in seconds, the poller looks for receipts and uploads that are due; nil runs no poller.
    public var pollInterval: TimeInterval? = 60
    /// The current time; a local store's clock in a demonstration.
    public var now: @Sendable () -> Date
    /// Waits for this many seconds, or throws `CancellationError`.
    public var sleep: VerifyReceiptClient.Sleeper = { try await Task.sleep(seconds: $0) }
    /// The door to the network.
    public var transport: any HTTPTransport = AsyncHTTPClientTransport()
    /// Where the server writes what it does; never a secret, never a receipt.
    public var logger = Logger(label: "purser.server")

    /// A configuration with safe defaults.
    ///
    /// - Parameters:
    ///   - databaseFile: The SQLite file.
    ///   - apps: The apps that are served.
    ///   - now: The current time: `{ Date() }` in a real server, a local store's clock in a test.
    public init(databaseFile: URL, apps: [AppIdentity], now: @escaping @Sendable () -> Date) {
        self.databaseFile = databaseFile
        self.apps = apps
        self.now = now
    }
}
