import Foundation
import LocalAppStore
import LocalStoreKit
import StoreConfiguration
import TestSupport

/// The flower shop with offers, and a device whose app uses StoreKit 2.
struct ModernBench: Sendable {
    let store: LocalAppStore
    let device: LocalDevice

    init(storefront: String = "USA", configure: (inout StoreConfiguration) throws -> Void = { _ in }) throws {
        var configuration = try StoreConfiguration(contentsOf: SampleShop.catalogue)
        for group in configuration.subscriptionGroups.indices {
            for index in configuration.subscriptionGroups[group].subscriptions.indices {
                configuration.subscriptionGroups[group].subscriptions[index].promotionalOffers = [Self.offer("spring")]
                configuration.subscriptionGroups[group].subscriptions[index].winBackOffers = [Self.offer("return")]
            }
        }
        try configure(&configuration)
        store = LocalAppStore(
            configuration: configuration,
            app: SampleShop.app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: .sandbox
        )
        try store.createAccount(id: SampleShop.customer)
        if storefront != "USA" { try store.setStorefront(storefront, account: SampleShop.customer) }
        device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbackQueue: DispatchQueue(label: "callbacks")
        )
    }

    private static func offer(_ id: String) -> ConfiguredOffer {
        var offer = ConfiguredOffer(json: ["offerID": .string(id), "referenceName": .string(id)])
        offer.paymentMode = OfferPaymentMode(rawValue: "free")
        offer.json["subscriptionPeriod"] = "P1M"
        offer.numberOfPeriods = 1
        return offer
    }

    /// Runs the app's code on the device.
    func app<R>(_ body: nonisolated(nonsending) () async throws -> R) async rethrows -> R {
        try await device.perform(body)
    }

    func product(_ identifier: String) async throws -> Product {
        guard let product = try await app({ try await Product.products(for: [identifier]) }).first else {
            throw StoreKitError.unknown
        }
        return product
    }
}
