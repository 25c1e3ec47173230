import AppStoreModels
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import StoreConfiguration
import TestSupport

/// The flower shop with offers, and a device on which the app's code runs as it is.
struct AppShop: Sendable {
    let store: LocalAppStore
    let device: LocalDevice

    static let all = [
        SampleShop.seeds, SampleShop.greenhouse, SampleShop.season, SampleShop.posy, SampleShop.bouquet,
    ]

    init() throws {
        var configuration = try StoreConfiguration(contentsOf: SampleShop.catalogue)
        for group in configuration.subscriptionGroups.indices {
            for index in configuration.subscriptionGroups[group].subscriptions.indices {
                configuration.subscriptionGroups[group].subscriptions[index].promotionalOffers = [Self.offer("spring")]
                configuration.subscriptionGroups[group].subscriptions[index].winBackOffers = [Self.offer("return")]
            }
        }
        store = LocalAppStore(
            configuration: configuration,
            app: SampleShop.app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: .sandbox
        )
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

    func products() async throws -> [String: Product] {
        let products = try await device.perform { try await Product.products(for: Self.all) }
        return Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })
    }
}
