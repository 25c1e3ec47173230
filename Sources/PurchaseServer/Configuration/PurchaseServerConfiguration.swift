public import AppStoreModels
public import AppStoreServerClient
public import AppStoreTrust
public import Entitlements
public import Foundation
public import HTTPServing
public import Logging
import OutgoingHTTP
public import PurchaseFigures

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
    /// A database that other servers share, in the place of the file; nil keeps everything in the file.
    public var sharedDatabase: SharedDatabase?
    /// The apps whose receipts and notifications are accepted; others are refused.
    public var apps: [ServedApp]
    /// The App Stores whose purchases are accepted, of apps that do not say so themselves.
    ///
    /// Sandbox purchases cost nothing. App Review needs them, so they are accepted unless removed here; each entitlement
    /// says where it comes from.
    public var environments: Set<AppStoreEnvironment> = [.production, .sandbox]
    /// The shared secret of apps that have none of their own; needed for subscriptions and for notifications of version 1.
    public var sharedSecret: AppSharedSecret?
    /// How the App Store Server API is asked about subscriptions that came without a receipt, of apps that have no key of
    /// their own; nil asks nobody.
    public var serverAPI: ServerAPIAccess?
    /// Where receipts are verified: Apple's servers or a local store.
    public var verifyReceiptEndpoints = VerifyReceiptEndpoints.apple
    /// Whose signatures on receipts and notifications are accepted.
    public var trustPolicy = TrustPolicy.appStore
    /// Whether callers must show a key. Every other way leaves the server to whoever reaches it.
    ///
    /// A server that demands keys and has none makes them at its first start, see ``PurchaseServerApplication/firstKeys``.
    /// One that demands none listens on this machine only and answers by its own names only.
    public var demandsKeys = true
    /// A secret key that may do everything, besides those in the database; a server that has one demands keys.
    public var apiKey: APIKey?
    /// How often a public key may ask; all copies of an app share one.
    public var publicKeyRateLimit = RateLimit(perSecond: 500, burst: 2_000)
    /// How often a secret key may ask.
    public var secretKeyRateLimit = RateLimit(perSecond: 200, burst: 1_000)
    /// How often offers are signed for one customer.
    public var offerRateLimit = RateLimit(perSecond: 60.0 / 3_600, burst: 10)
    /// Names, without ports, by which the server may be asked besides this machine's own and, where other machines may ask,
    /// IP addresses.
    ///
    /// Empty means any name where a key is demanded: who shows it is no web page that bends its name to this machine.
    public var allowedNames: [String] = []
    /// IP addresses, or ranges as `10.0.0.0/8`, of proxies before the server: of them `X-Forwarded-For` is believed when
    /// attempts at the console's secret are counted. Empty means that nobody is believed.
    public var trustedProxies: [String] = []
    /// How many connections and how much of their bodies the server holds, and how long it waits for anybody.
    public var limits = ServerLimits()
    /// The largest receipt, in bytes before base64.
    public var maximumReceiptLength = 8 * 1024 * 1024
    /// How long, in seconds, whoever uploads waits for the App Store; then the upload is acknowledged as pending, and the
    /// server goes on asking.
    public var uploadPatience: TimeInterval = 1.5
    /// How many uploads may wait for the App Store at a time.
    public var pendingUploadLimits = PendingUploadLimits()
    /// What the App Store does not say about the products.
    ///
    /// Unless set, access goes on for an hour after a period of whose renewal nothing was heard yet, or for a tenth of the
    /// period if that is shorter: the App Store tells of a renewal seconds or minutes after it, and nobody is shown as expired
    /// meanwhile, or told to be.
    public var entitlementRules = EntitlementRules(leewayAfterExpiry: 3_600, leewayShare: 0.1)
    /// Whose purchases are, which levels they give, and what consumables are worth.
    public var customers = CustomerRules()
    /// By what rules figures about the business are kept; nil keeps none. See <doc:Figures>.
    public var figures: FigureRules?
    /// For how long, in seconds, an app may go by what the server signed for it while the server is away; 7 days unless set.
    ///
    /// An app may want less. What the statement says has an end is over at that end.
    public var statementLifetime: TimeInterval = 7 * 86_400
    /// What happens when the App Store has no answer for now, while the caller waits.
    public var retryPolicy = RetryPolicy()
    /// How long and how much of an answer of the App Store is waited for; nothing longer than 16 MB is read as JSON.
    public var upstreamLimits = VerifyReceiptClient.Limits(
        timeout: 15,
        totalTimeout: 25,
        maximumResponseLength: 16 * 1024 * 1024
    )
    /// Whether the calls of RevenueCat's interface are answered below `/compat/revenuecat/v1`, for apps and servers that make
    /// them; see <doc:SwitchingFromRevenueCat>.
    public var answersRevenueCat = false
    /// How long, in seconds, the poller sleeps at most; nil runs no poller. It wakes when something falls due, and looks
    /// again whenever something was stored, so only what another program writes into the database waits for this.
    public var pollInterval: TimeInterval? = 900
    /// How often, in seconds, the App Store's own lists are searched for what the server was not told, besides at its
    /// start; nil never does. It takes ``serverAPI``.
    public var repairInterval: TimeInterval? = 3_600
    /// After how many seconds without a word about a customer's purchase the App Store is asked for its history; 30 days
    /// unless set, nil for never.
    public var silenceBeforeHistory: TimeInterval? = 30 * 86_400
    /// How often, in seconds, events are sent to webhooks; nil sends none.
    public var webhookInterval: TimeInterval? = 1
    /// Whether webhooks may be on this machine or in its own network. Whoever may name a webhook can otherwise have the
    /// server ask what only it can reach.
    public var allowsPrivateWebhooks = false
    /// Who may log in to the console, the server's pages for people; nil serves none. See <doc:Console>.
    public var console: ConsoleAccess?
    /// The settings about customers that whoever set up this server has fixed, by their names: nobody changes them at the
    /// console.
    package var fixedPolicies: Set<String> = []
    /// The address of this server that App Store Connect has for notifications, as far as it is known.
    package var notificationAddress: String?
    /// How long, in seconds, events and settled deliveries are kept; 30 days unless set.
    public var eventRetention: TimeInterval = 30 * 86_400
    /// Finds the addresses of a webhook's host.
    var resolveHost: WebhookAddressRule.Resolver = WebhookAddressRule.system
    /// The current time; a local store's clock in a demonstration.
    public var now: @Sendable () -> Date
    /// Finds out what time it is before a request is looked at, where ``now`` is the clock of another program.
    package var lookAtClock: (@Sendable () async -> Void)?
    /// The time by which others judge what the server sends them, tokens for the App Store Server API and signatures of
    /// webhooks; nil for ``now``. Receivers go by the clocks of their machines, and so does a local store's door. `Date` in answers is
    /// this machine's where it is nil.
    package var outsideNow: (@Sendable () -> Date)?
    /// Waits for this many seconds, or throws `CancellationError`.
    public var sleep: VerifyReceiptClient.Sleeper = { try await Task.sleep(seconds: $0) }
    /// Waits until ``uploadPatience`` is over.
    package var patienceTimer: VerifyReceiptClient.Sleeper = { try await Task.sleep(seconds: $0) }
    /// Seconds on a clock that never jumps, for rates and durations.
    package var uptime: @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
    /// Makes what nobody can guess, for customers without an account.
    package var makeToken: @Sendable () -> UUID = { UUID() }
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
    public init(databaseFile: URL, apps: [ServedApp], now: @escaping @Sendable () -> Date) {
        self.databaseFile = databaseFile
        self.apps = apps
        self.now = now
    }

    /// A configuration with safe defaults, for apps that have nothing of their own.
    ///
    /// - Parameters:
    ///   - databaseFile: The SQLite file.
    ///   - apps: The apps that are served.
    ///   - now: The current time: `{ Date() }` in a real server, a local store's clock in a test.
    public init(databaseFile: URL, apps: [AppIdentity], now: @escaping @Sendable () -> Date) {
        self.init(databaseFile: databaseFile, apps: apps.map { ServedApp($0) }, now: now)
    }
}
