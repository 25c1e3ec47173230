import AppReceipt
import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport

/// A local store with offers of every kind, and a replacement that knows of it only what the Server API says.
struct ReplacementShop {
    static let flora = SampleShop.customer
    static let fern = "fern"

    let store: LocalAppStore
    let network: LocalStoreTransport

    init(environment: AppStoreEnvironment = .sandbox) throws {
        store = LocalAppStore(
            configuration: try Self.configuration(),
            app: SampleShop.app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: environment
        )
        for account in [Self.flora, Self.fern] { try store.createAccount(id: account) }
        network = LocalStoreTransport(store)
    }

    func replacement(
        secret: String? = nil,
        client: ServerAPIClient? = nil,
        listsFinishedConsumables: Bool = false,
        onRefusal: @escaping @Sendable (VerifyReceiptRefusal) -> Void = { _ in }
    ) throws -> VerifyReceiptReplacement {
        let store = store
        return VerifyReceiptReplacement(
            asking: try client ?? network.client(),
            policy: store.trustPolicy,
            sharedSecret: secret.map { AppSharedSecret($0) },
            listsFinishedConsumables: listsFinishedConsumables,
            now: { store.now },
            onRefusal: onRefusal
        )
    }

    /// An account's receipt in base64.
    func receipt(of account: String = flora) throws -> String {
        try store.receipt(account: account, device: try SampleShop.device()).base64EncodedString()
    }

    /// Every account's receipt that leads to a customer: one that has purchases.
    func receipts() throws -> [String] {
        try [Self.flora, Self.fern].map { try receipt(of: $0) }.filter { receipt in
            !(try AppReceipt(wireForm: Data(receipt.utf8)).inAppPurchases.isEmpty)
        }
    }

    static func request(
        _ receipt: String,
        password: String? = nil,
        newestOnly: Bool? = nil
    ) -> VerifyReceiptRequest {
        var request = VerifyReceiptRequest()
        request.receiptData = receipt
        request.password = password
        request.excludeOldTransactions = newestOnly
        return request
    }

    // MARK: The catalogue

    private static func configuration() throws -> StoreConfiguration {
        var configuration = try StoreConfiguration(contentsOf: SampleShop.catalogue)
        configuration.subscriptionGroups = configuration.subscriptionGroups.map { group in
            var group = group
            group.subscriptions = group.subscriptions.map(withOffers)
            return group
        }
        return configuration
    }

    private static func withOffers(_ subscription: ConfiguredSubscription) -> ConfiguredSubscription {
        var subscription = subscription
        subscription.promotionalOffers = [offer("spring", "payAsYouGo", price: "2.99", periods: 2)]
        subscription.winBackOffers = [offer("return", "free")]
        subscription.codeOffers = [
            ConfiguredOffer(json: [
                "referenceName": "For All", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M",
                "displayPrice": "1.99", "numberOfPeriods": 1, "isStackable": true,
                "eligibility": ["new", "existing", "expired"],
            ])
        ]
        if subscription.productID == SampleShop.bouquet {
            subscription.json["introductoryOffer"] = .object(offer("begin", "payAsYouGo", price: "6.99").json)
        }
        return subscription
    }

    private static func offer(
        _ id: String,
        _ mode: String,
        price: String? = nil,
        periods: Int = 1
    ) -> ConfiguredOffer {
        var offer = ConfiguredOffer(json: [
            "offerID": .string(id), "internalID": .string(id), "referenceName": .string(id),
            "subscriptionPeriod": "P1M",
        ])
        offer.paymentMode = OfferPaymentMode(rawValue: mode)
        offer.json["displayPrice"] = price.map(JSONValue.string)
        offer.numberOfPeriods = periods
        return offer
    }
}
