public import AppReceipt
public import AppStoreModels
public import AppStoreTrust
public import Foundation
public import LocalAppStore
import StoreConfiguration

/// A local store that sells what `Examples/Catalogues/FlowerShop.storekit` says.
public enum SampleShop {
    /// The app of the shop.
    public static let app = StoreApp(bundleID: "com.example.flowershop", version: "3", appAppleID: 1_234_567_890)
    /// A consumable, 0.99 USD.
    public static let seeds = "com.example.flowershop.seeds"
    /// A non-consumable, 9.99 USD.
    public static let greenhouse = "com.example.flowershop.greenhouse"
    /// A non-renewing subscription, 14.99 USD.
    public static let season = "com.example.flowershop.season"
    /// The lower level, monthly, 4.99 USD, with a free trial of a week.
    public static let posy = "com.example.flowershop.club.posy"
    /// The higher level, monthly, 12.99 USD.
    public static let bouquet = "com.example.flowershop.club.bouquet"
    /// The customer who has an account from the start.
    public static let customer = "flora"

    /// What the shop sells.
    public static var catalogue: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Examples/Catalogues/FlowerShop.storekit")
    }

    /// The customer's device.
    public static func device() throws -> DeviceIdentifier { try DeviceIdentifier(bytes: SampleReceipt.deviceBytes) }

    /// A store in memory, at ``TestAuthority/signingDate``, signing with ``TestAuthority/trusted``.
    ///
    /// - Parameters:
    ///   - codeOffers: The reference names of offers that every subscription has for codes: a month for 1.99.
    ///   - winBackOffers: The identifiers of win-back offers that ``posy`` has: a month for 1.99.
    public static func open(
        environment: AppStoreEnvironment = .sandbox,
        codeOffers: [String] = [],
        winBackOffers: [String] = [],
        authority: CertificateAuthority? = nil
    ) throws -> LocalAppStore {
        var configuration = try StoreConfiguration(contentsOf: catalogue)
        for group in configuration.subscriptionGroups.indices {
            for index in configuration.subscriptionGroups[group].subscriptions.indices {
                configuration.subscriptionGroups[group].subscriptions[index].codeOffers = codeOffers.map(codeOffer)
                if configuration.subscriptionGroups[group].subscriptions[index].productID == posy {
                    let offers = winBackOffers.map(codeOffer)
                    configuration.subscriptionGroups[group].subscriptions[index].winBackOffers = offers
                }
            }
        }
        let store = LocalAppStore(
            configuration: configuration,
            app: app,
            authority: try authority ?? TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: environment
        )
        try store.createAccount(id: customer)
        return store
    }

    private static func codeOffer(_ name: String) -> ConfiguredOffer {
        ConfiguredOffer(json: [
            "referenceName": .string(name), "offerID": .string(name), "paymentMode": "payAsYouGo",
            "subscriptionPeriod": "P1M", "displayPrice": "1.99", "numberOfPeriods": 1, "isStackable": false,
            "eligibility": ["new", "existing", "expired"],
        ])
    }

    /// The customer's receipt in base64.
    public static func receipt(_ store: LocalAppStore) throws -> String {
        try store.receipt(account: customer, device: try device()).base64EncodedString()
    }
}
