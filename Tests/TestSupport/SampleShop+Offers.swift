import AppStoreModels
public import LocalAppStore
public import StoreConfiguration

extension SampleShop {
    /// The same store with offers: of every subscription a promotional one, `spring`, and one for who comes back, `return`;
    /// a month for nothing, both.
    ///
    /// - Parameter configure: Changes what is sold.
    public static func openWithOffers(
        storefront: String = "USA",
        configure: (inout StoreConfiguration) throws -> Void = { _ in }
    ) throws -> LocalAppStore {
        var configuration = try StoreConfiguration(contentsOf: catalogue)
        for group in configuration.subscriptionGroups.indices {
            for index in configuration.subscriptionGroups[group].subscriptions.indices {
                configuration.subscriptionGroups[group].subscriptions[index].promotionalOffers = [freeMonth("spring")]
                configuration.subscriptionGroups[group].subscriptions[index].winBackOffers = [freeMonth("return")]
            }
        }
        try configure(&configuration)
        let store = LocalAppStore(
            configuration: configuration,
            app: app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: .sandbox
        )
        try store.createAccount(id: customer)
        if storefront != "USA" { try store.setStorefront(storefront, account: customer) }
        return store
    }

    private static func freeMonth(_ id: String) -> ConfiguredOffer {
        var offer = ConfiguredOffer(json: ["offerID": .string(id), "referenceName": .string(id)])
        offer.paymentMode = OfferPaymentMode(rawValue: "free")
        offer.json["subscriptionPeriod"] = "P1M"
        offer.numberOfPeriods = 1
        return offer
    }
}
