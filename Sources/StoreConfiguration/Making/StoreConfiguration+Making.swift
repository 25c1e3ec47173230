import AppStoreModels

extension ConfigurationVersion {
    /// The newest version that is known, of Xcode 27.
    public static let newest = ConfigurationVersion(major: 6, minor: 3)
}

extension StoreConfiguration {
    /// A configuration without products, with all members that Xcode writes in the newest version.
    ///
    /// ```swift
    /// var identifiers = ConfigurationIdentifiers(seed: 1)
    /// var configuration = StoreConfiguration(identifier: identifiers.make())
    /// configuration.products = [
    ///     ConfiguredProduct(
    ///         productID: "com.example.seeds",
    ///         type: .consumable,
    ///         price: 1,
    ///         name: "Seeds",
    ///         internalID: identifiers.make()
    ///     )
    /// ]
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The name of the configuration, see ``ConfigurationIdentifiers``.
    ///   - storefront: The storefront's country, ISO 3166-1 alpha-3.
    ///   - locale: The default language, with an underscore.
    public init(identifier: String, storefront: String = "USA", locale: String = "en_US") {
        self.init(json: ["subscriptionBundleGroups": [], "subscriptionSuiteGroups": []])
        self.identifier = identifier
        version = .newest
        policies = AppPolicies(locale: locale)
        products = []
        nonRenewingSubscriptions = []
        subscriptionGroups = []
        settings = ConfigurationSettings(storefront: storefront, locale: locale)
    }
}

extension ConfigurationSettings {
    /// All switches off, real time.
    public init(storefront: String, locale: String) {
        self.init()
        self.storefront = storefront
        self.locale = locale
        timeRate = .realTime
        askToBuyEnabled = false
        interruptedPurchasesEnabled = false
        billingRetryOnRenewalEnabled = false
        billingGracePeriodEnabled = false
        disableDialogs = false
        failTransactionsEnabled = false
        simulatedFailures = []
    }
}

extension ConfiguredSubscriptionGroup {
    /// A group.
    ///
    /// - Parameters:
    ///   - id: Its identifier, see ``ConfigurationIdentifiers``.
    ///   - name: Its name inside App Store Connect.
    ///   - subscriptions: Its subscriptions, which learn the group's identifier here.
    public init(id: String, name: String, subscriptions: [ConfiguredSubscription] = []) {
        self.init()
        self.id = id
        self.name = name
        localizations = []
        self.subscriptions = subscriptions.map { subscription in
            var subscription = subscription
            subscription.subscriptionGroupID = id
            return subscription
        }
    }
}
