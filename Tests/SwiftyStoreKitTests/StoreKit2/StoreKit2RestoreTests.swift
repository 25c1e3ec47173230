import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Restoring on StoreKit 2, and on StoreKit 1 alike", .timeLimit(.minutes(5)))
struct StoreKit2RestoreTests {
    private let app: EitherApp
    private let launch: EitherLaunch

    init() throws {
        app = try EitherApp()
        launch = try app.launch(.storeKit2)
    }

    private var client: StoreClient { launch.client }

    @Test func `Both interfaces restore the same`() async throws {
        for product in [SampleShop.seeds, SampleShop.greenhouse, SampleShop.bouquet, SampleShop.season] {
            let bought = try app.store.buy(productID: product, account: SampleShop.customer)
            try app.store.finish(transactionID: bought.transactionID)
        }
        for storeKit in [StoreKitChoice.storeKit1, .storeKit2] {
            let launch = try app.launch(storeKit)
            let results = await launch.client.restorePurchases()
            let restored = results.restoredPurchases.sorted { $0.productId < $1.productId }
            #expect(restored.map(\.productId) == [SampleShop.bouquet, SampleShop.greenhouse])
            #expect(restored.allSatisfy { $0.transaction.transactionState == .restored })
            #expect(restored.allSatisfy { $0.originalTransaction?.transactionIdentifier != nil })
            #expect(results.restoreFailedPurchases.isEmpty)
            await launch.settle()
            launch.kill()
        }
    }

    @Test("A restore that the customer cancels says so", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func restoreCancelled(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        launch.device.settings.signsIn = false
        let results = await launch.client.restorePurchases()
        #expect(results.restoreFailedPurchases.map(\.0.code) == [.paymentCancelled])
        #expect(results.restoredPurchases.isEmpty)
    }

    @Test func `A second restore gives everything once more`() async throws {
        launch.deliver()
        let bought = try app.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        try app.store.finish(transactionID: bought.transactionID)
        for count in 1...2 {
            try app.store.advance(days: 1)
            _ = await client.restorePurchases()
            await client.delivered()
            #expect(app.delivered.count == count)
        }
    }
}
