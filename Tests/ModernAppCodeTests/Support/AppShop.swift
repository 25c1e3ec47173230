import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport

/// The flower shop with offers, and a device on which the app's code runs as it is.
struct AppShop: Sendable {
    let store: LocalAppStore
    let device: LocalDevice

    static let all = [
        SampleShop.seeds, SampleShop.greenhouse, SampleShop.season, SampleShop.posy, SampleShop.bouquet,
    ]

    init() throws {
        store = try SampleShop.openWithOffers()
        device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbackQueue: DispatchQueue(label: "callbacks")
        )
    }

    func products() async throws -> [String: Product] {
        let products = try await device.perform { try await Product.products(for: Self.all) }
        return Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })
    }
}
