public import Foundation
public import LocalAppStore
public import LocalStoreKit
import Locking
public import StoreConfiguration

/// A store made for one test: what the app sees through StoreKit, and what the test can do behind its back.
///
/// ```swift
/// let session = try SKTestSession(configurationFileNamed: "FlowerShop")
/// session.disableDialogs = true
/// session.clearTransactions()
/// ```
///
/// A session takes over: from its creation on, `SKPaymentQueue.default()` and all requests work on it. On Apple platforms
/// all sessions control one environment, so tests run one after the other. Here every session has a store, a device and a
/// receipt of its own. Tests that create sessions inside `LocalDevice.isolated(_:)`, or run their app inside
/// `session.device.perform(_:)`, can run in parallel. Only the latest session of the process, or of an isolated
/// part, is in use.
///
/// Every function has done its work when it returns; what the app hears of it comes on the callback queue.
// Sendable is safe: what changes is behind a lock or in the store, which has its own.
open class SKTestSession: NSObject, @unchecked Sendable {
    /// The session of the test that runs, if ``StoreKitTrait`` gave it one.
    @TaskLocal public static var current: SKTestSession?

    /// The store behind the session, which can do more than StoreKitTest can.
    public let store: LocalAppStore

    /// The device that the app under test runs on.
    public let device: LocalDevice

    let account: String
    let state = Locked(SessionState())
    private let driver: ClockFollower?

    /// A session with the configuration of a bundle's resource.
    ///
    /// - Parameter filename: The name with or without `.storekit`; looked for in the main bundle, in all loaded bundles
    ///   and the resource bundles beside them, then in the working directory.
    /// - Throws: ``SKTestError`` `fileNotFound`; `ConfigurationError` for a file that cannot be read.
    public convenience init(configurationFileNamed filename: String) throws {
        try self.init(contentsOf: try ConfigurationSearch.standard.url(named: filename))
    }

    /// A session with the configuration of a file.
    ///
    /// - Throws: ``SKTestError`` `invalidURL` or `fileNotFound`; `ConfigurationError` for a file that cannot be read.
    public init(contentsOf fileURL: URL) throws {
        let configuration = try Self.configuration(contentsOf: fileURL)
        (store, device, account, driver) = try Self.parts(configuration, SKTestSessionOptions())
        super.init()
        begin(configuration)
    }

    /// A session with the configuration of a file, whose surroundings the test chooses.
    ///
    /// - Throws: ``SKTestError`` `invalidURL` or `fileNotFound`; `ConfigurationError` for a file that cannot be read;
    ///   `StoreError` `invalidValue` if there can be no such account.
    public convenience init(contentsOf fileURL: URL, options: SKTestSessionOptions) throws {
        try self.init(configuration: try Self.configuration(contentsOf: fileURL), options: options)
    }

    private static func configuration(contentsOf fileURL: URL) throws -> StoreConfiguration {
        guard fileURL.isFileURL, fileURL.pathExtension == "storekit" else {
            throw SKTestError(
                .invalidURL,
                reason: "\(fileURL.lastPathComponent) is not a file with the extension .storekit."
            )
        }
        guard FileManager.default.fileExists(atPath: fileURL.path) else {
            throw SKTestError(.fileNotFound, reason: "There is no file \(fileURL.lastPathComponent) at the URL.")
        }
        return try StoreConfiguration(contentsOf: fileURL)
    }

    /// A session with a configuration that the test made.
    ///
    /// - Throws: `StoreError` `invalidValue` if there can be no such account; `TrustError` if no keys can be made;
    ///   `AppReceiptError` for an unusable device identifier.
    public init(configuration: StoreConfiguration, options: SKTestSessionOptions = SKTestSessionOptions()) throws {
        (store, device, account, driver) = try Self.parts(configuration, options)
        super.init()
        begin(configuration)
    }

    private typealias Parts = (store: LocalAppStore, device: LocalDevice, account: String, driver: ClockFollower?)

    private static func parts(_ configuration: StoreConfiguration, _ options: SKTestSessionOptions) throws -> Parts {
        let store = LocalAppStore(
            configuration: configuration,
            app: options.app,
            authority: try ProcessAuthority.shared.get(),
            start: options.clock.start,
            seed: options.seed,
            environment: options.environment
        )
        try store.createAccount(id: options.account)
        let device = try LocalDevice(store: store, options: options)
        let driver = options.clock.now.map { [store] now in ClockFollower(store, now: now) }
        return (store, device, options.account, driver)
    }

    private func begin(_ configuration: StoreConfiguration) {
        let failures = ConfiguredFailures.failures(of: configuration.settings)
        state.withLock { $0.simulatedErrors = failures }
        device.apply(SessionRules(state: state, store: store))
        driver?.run()
        LocalDevice.use(device)
    }

    /// Moves the store's clock and does everything that falls due until then.
    ///
    /// - Throws: ``SKTestError`` `invalidAction` for a negative number of seconds.
    public func advance(by seconds: TimeInterval) throws {
        try SKTestError.translated { () throws(StoreError) in try store.advance(by: seconds) }
    }

    /// Moves the store's clock by so many days of 24 hours.
    ///
    /// - Throws: ``SKTestError`` `invalidAction` for a negative number.
    public func advance(days: Int) throws {
        try SKTestError.translated { () throws(StoreError) in try store.advance(days: days) }
    }

    /// Moves the store's clock by so many months of the calendar in UTC.
    ///
    /// - Throws: ``SKTestError`` `invalidAction` for a negative number.
    public func advance(months: Int) throws {
        try SKTestError.translated { () throws(StoreError) in try store.advance(months: months) }
    }

    /// What time it is in the store.
    public var now: Date { store.now }

    /// Does what has fallen due by the clock that the session follows.
    func catchUp() {
        driver?.catchUp()
    }
}
