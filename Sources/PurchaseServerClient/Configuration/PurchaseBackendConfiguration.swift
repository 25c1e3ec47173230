public import AppStoreModels
public import Entitlements
public import Foundation
import OutgoingURLSession
public import SwiftyStoreKit

/// What an app needs to know of its purchase server.
///
/// ```swift
/// var configuration = PurchaseBackendConfiguration(
///     url: url,
///     publicKey: publicKey,
///     bundleID: "com.example.app",
///     pins: [StatementPin("3f0c…")]
/// )
/// configuration.levels = try LevelCatalogue([.init("pro", productIDs: ["com.example.app.pro"])])
/// configuration.device = .receipt(LocalReceiptValidator(bundleID: "com.example.app"))
/// ```
public struct PurchaseBackendConfiguration: Sendable {
    /// Where the server is, without `/v1`.
    public var url: URL
    /// The server's public key, which begins with `psr_public_`; nil for a server that wants none.
    public var publicKey: String?
    /// The app.
    public var bundleID: String
    /// The keys whose signatures are believed; without one nothing that the server says is.
    public var pins: [StatementPin]
    /// Who uses the app, where the app knows before anybody logs in; nil for who logged in last, or nobody in particular.
    public var customer: String?
    /// How long the last statement counts while the server is away.
    public var trustWindow = TrustWindow()
    /// Which products give which levels; used while the server is away. The server has its own list.
    public var levels = LevelCatalogue()
    /// What the App Store does not say about the products; used while the server is away.
    public var rules = EntitlementRules()
    /// The App Stores whose purchases on the device count while the server is away: only what was paid for, unless set. A
    /// build for testers adds `.sandbox`, one that is started by Xcode `.xcode`.
    public var environments: Set<AppStoreEnvironment> = [.production]
    /// What the device itself knows of purchases; nothing unless set.
    public var device = DevicePurchases.nothing
    /// How long the server is waited for.
    public var limits = RequestLimits()
    /// Where is kept who uses the app, their token, and the last statement; ``defaultStorage`` unless set. It should be a
    /// place that customers cannot edit: whoever can, says how old the last statement is.
    public var storage: any KeyValueStorage
    /// The door to the network.
    public var transport: any HTTPTransport = URLSessionTransport()
    /// The device's clock, which its owner may set as they like.
    public var now: @Sendable () -> Date = { Date() }
    /// Seconds on a clock that nobody sets, since the device was started, also those that it slept.
    package var uptime: @Sendable () -> TimeInterval = { DeviceUptime.seconds() }
    /// Waits for this many seconds, or throws `CancellationError`.
    public var sleep: @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(seconds: $0) }
    /// Makes what nobody can guess: names and tokens for who has no account, and nonces.
    package var makeUUID: @Sendable () -> UUID = { UUID() }
    /// Hears of what was passed over: damaged caches, statements that were refused, purchases that the server will never take
    /// as they are, or keeps for somebody else.
    public var onProblem: @Sendable (PurchaseBackendError) -> Void = { _ in }

    /// The Keychain on Apple's platforms, where things stay when the app is deleted; `UserDefaults` elsewhere.
    public static var defaultStorage: any KeyValueStorage {
        #if canImport(Security)
            KeychainStorage()
        #else
            DefaultsStorage()
        #endif
    }

    /// A configuration.
    ///
    /// - Parameters:
    ///   - url: Where the server is, without `/v1`.
    ///   - publicKey: The server's public key.
    ///   - bundleID: The app; give a literal.
    ///   - pins: The keys whose signatures are believed.
    ///   - storage: Where things are kept across launches.
    public init(
        url: URL,
        publicKey: String?,
        bundleID: String,
        pins: [StatementPin],
        storage: any KeyValueStorage = Self.defaultStorage
    ) {
        self.url = url
        self.publicKey = publicKey
        self.bundleID = bundleID
        self.pins = pins
        self.storage = storage
    }

    /// What tells one request from all others.
    func makeNonce() -> String {
        let number = makeUUID().uuid
        return withUnsafeBytes(of: number) { Base64.urlSafe(Array($0)) }
    }
}
