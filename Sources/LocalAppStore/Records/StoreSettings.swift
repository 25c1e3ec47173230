public import AppStoreModels
public import AppStoreTrust
public import StoreConfiguration

/// How the store behaves: the switches of Xcode's Editor menu and a few more.
public struct StoreSettings: Sendable, Hashable, Codable {
    /// The storefront of new accounts, ISO 3166-1 alpha-3.
    public var storefront: String
    /// The language of titles where the caller names none.
    public var locale: String
    /// How fast subscriptions renew.
    public var timeRate: TimeRate
    /// After how many renewals a subscription stops, as the sandbox does after 12; nil for never.
    public var renewalLimit: Int?
    /// Whether every purchase waits for a parent's approval.
    public var askToBuyEnabled: Bool
    /// Whether every purchase is interrupted.
    public var interruptedPurchasesEnabled: Bool
    /// How every purchase fails; nil for not at all.
    public var purchaseFailure: PurchaseFailure?
    /// Whether renewals fail.
    public var billingRetryOnRenewalEnabled: Bool
    /// Whether a failed renewal begins with a grace period.
    public var billingGracePeriodEnabled: Bool
    /// Whether purchases go through without a sheet; for the faces of the store, the engine shows none.
    public var disableDialogs: Bool
    /// Prices that differ from the file's: by storefront, then by product.
    public var priceOverrides: [String: [String: StorePrice]]
    /// What signed data says of where it comes from, and the style of receipts that goes with it: `Production`, `Sandbox`
    /// or `Xcode`. Nil for what the store was opened with.
    public var environment: AppStoreEnvironment?

    /// The digest under the signatures of receipts: SHA-256, or SHA-1 as the App Store had it until 2025-01-24.
    public var receiptDigest: ReceiptDigest

    /// After how many seconds of the store's time an uploaded retention image or message is approved by itself: a day
    /// unless something else is said, 0 for at once, nil for never. A command decides at any time.
    public var retentionReviewSeconds: Int?

    /// Who may have which win-back offer, by offer identifier; an offer without a rule is for every former subscriber.
    public var winBackRules: [String: WinBackRule]

    /// Products that were removed from sale: nobody can buy them, and subscriptions to them end with their period.
    @OmittedWhenEmpty public var withdrawnProductIDs: Set<String> = []

    /// The version of the content that Apple hosts, by product, as in `SKProduct.downloadContentVersion`.
    public var hostedContentVersions: [String: String]

    /// The settings of a configuration.
    ///
    /// A storefront that ``StoreCountry`` does not know becomes `USA`.
    public init(_ settings: ConfigurationSettings) {
        storefront = settings.storefront.flatMap(StoreCountry.init(code:))?.code ?? StoreCountry.unitedStates.code
        locale = settings.locale ?? "en_US"
        timeRate = settings.timeRate
        askToBuyEnabled = settings.askToBuyEnabled
        interruptedPurchasesEnabled = settings.interruptedPurchasesEnabled
        purchaseFailure = settings.failTransactionsEnabled ? .unknown : nil
        billingRetryOnRenewalEnabled = settings.billingRetryOnRenewalEnabled
        billingGracePeriodEnabled = settings.billingGracePeriodEnabled
        disableDialogs = settings.disableDialogs
        priceOverrides = [:]
        receiptDigest = .sha256
        retentionReviewSeconds = 86_400
        winBackRules = [:]
        hostedContentVersions = [:]
    }
}

extension StoreSettings: StoredValue {
    /// What ``renewalLimit`` can be.
    package static let renewalLimits = StoredRange.counts

    func checkRanges() throws(Nonsense) {
        try Self.renewalLimits.check(renewalLimit, "renewalLimit")
        try StoredRange.reviewSeconds.check(retentionReviewSeconds, "retentionReviewSeconds")
        for (storefront, prices) in priceOverrides {
            for (product, price) in prices {
                try StoredRange.prices.check(price.amount, "the price of \(product) in \(storefront)")
            }
        }
        try winBackRules.values.checkRanges()
    }
}
