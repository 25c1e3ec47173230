public import AppStoreModels
public import AppStoreServerClient

/// An app that the server serves: what it is called, what proves that a question comes from its developer, and what counts.
///
/// ```swift
/// configuration.apps = [
///     ServedApp(bundleIDs: ["com.example.flowers"], sharedSecret: AppSharedSecret(flowers)),
///     ServedApp(bundleIDs: ["com.example.trees", "com.example.trees.mac"], environments: [.production]),
/// ]
/// ```
public struct ServedApp: Sendable, Hashable {
    /// Its bundle identifiers: one, or one for each platform that sells it by itself.
    public var bundleIDs: [String]
    /// Its number in the App Store; if set, what comes from production must name it.
    public var appAppleID: Int64?
    /// Its shared secret; nil for ``PurchaseServerConfiguration/sharedSecret``.
    public var sharedSecret: AppSharedSecret?
    /// The App Stores whose purchases of this app are accepted; nil for ``PurchaseServerConfiguration/environments``.
    public var environments: Set<AppStoreEnvironment>?
    /// How the App Store Server API is asked about this app, and with which key its offers are signed; nil for
    /// ``PurchaseServerConfiguration/serverAPI``. The developer accounts of two apps have different keys.
    public var serverAPI: ServerAPIAccess?
    /// The offers that the server signs for the app; none unless set. It takes a key.
    public var offers: [OfferGroup] = []
    /// What the App Store is told when somebody wants the money back; nil tells it nothing.
    public var consumption: ConsumptionPolicy?
    /// Whether the app has to show that it speaks for the customer it names; not unless set.
    public var customerTokens = CustomerTokenRule.off

    /// An app.
    public init(
        bundleIDs: [String],
        appAppleID: Int64? = nil,
        sharedSecret: AppSharedSecret? = nil,
        environments: Set<AppStoreEnvironment>? = nil,
        consumption: ConsumptionPolicy? = nil
    ) {
        self.bundleIDs = bundleIDs
        self.appAppleID = appAppleID
        self.sharedSecret = sharedSecret
        self.environments = environments
        self.consumption = consumption
    }

    /// An app of one bundle identifier, which goes by what the server goes by.
    public init(_ identity: AppIdentity) {
        self.init(bundleIDs: [identity.bundleID], appAppleID: identity.appAppleID)
    }

    /// What signed data must name.
    var identities: [AppIdentity] { bundleIDs.map { AppIdentity(bundleID: $0, appAppleID: appAppleID) } }
}
