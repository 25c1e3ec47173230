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
        store = try SampleShop.openWithOffers(storefront: storefront, configure: configure)
        device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbackQueue: DispatchQueue(label: "callbacks")
        )
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
