import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import FlowerShop
@testable import SwiftyStoreKit

@Suite("A store that names a product twice", .timeLimit(.minutes(15)))
struct DoubledProductTests {
    /// A product as a store would describe it.
    // Sendable is safe: what it adds never changes.
    private final class Seeds: SKProduct, @unchecked Sendable {
        private let title: String

        init(_ title: String) {
            self.title = title
            super.init()
        }

        override var productIdentifier: String { "com.example.flowershop.seeds" }
        override var localizedTitle: String { title }
        override var price: NSDecimalNumber { 0.99 }
        override var priceLocale: Locale { Locale(identifier: "en_US@currency=USD") }
    }

    // Sendable is safe: what it adds never changes.
    private final class Answer: SKProductsResponse, @unchecked Sendable {
        private let both: [SKProduct]

        init(_ products: [SKProduct]) {
            both = products
            super.init()
        }

        override var products: [SKProduct] { both }
    }

    @Test("The list of the flower shop has it once, and does not trap")
    func rows() async throws {
        let folder = try TemporaryFolder()
        let store = try LocalShop.store(at: Date(timeIntervalSince1970: 1_780_000_000))
        let local = try LocalShop(store: store, account: "flora", folder: folder.url)
        let client = StoreClient(
            queue: local.device.queue,
            services: StoreServices(
                products: { _, answer in
                    answer(.success(Answer([Seeds("Seeds"), Seeds("Seeds again")])))
                    return StoreRequest {}
                },
                refreshReceipt: { _ in StoreRequest {} },
                receipt: { nil },
                now: { store.now },
                storage: MemoryStorage()
            ),
            callbacks: CallbackQueue { $0() }
        )
        let validator = LocalReceiptValidator(bundleID: LocalShop.bundleID, policy: store.trustPolicy)
        let shop = Shop(
            client: client,
            catalogue: ProductCatalogue(["com.example.flowershop.seeds"]),
            owned: .receipt(OwnedProducts(client: client, validator: validator, storage: MemoryStorage())),
            storage: MemoryStorage()
        )
        #expect(await client.retrieveProductsInfo(["com.example.flowershop.seeds"]).retrievedProducts.count == 2)
        let rows = try await shop.rows()
        #expect(rows.map(\.id) == ["com.example.flowershop.seeds"])
        #expect(rows.first?.title.hasPrefix("Seeds") == true)
        #expect(rows.first?.price == "$0.99")
    }
}
