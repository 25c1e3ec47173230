import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Restoring on StoreKit 2, and on StoreKit 1 alike", .timeLimit(.minutes(5)))
struct StoreKit2RestoreTests {
    private let app: EitherApp

    init() throws { app = try EitherApp() }

    @Test func `Both interfaces restore the same`() async throws {
        for product in [SampleShop.seeds, SampleShop.greenhouse, SampleShop.bouquet, SampleShop.season] {
            try app.own(product)
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
        try app.own(SampleShop.greenhouse)
        let launch = try app.launch(.storeKit2)
        launch.deliver()
        // The store's clock stands still between them.
        for count in 1...2 {
            _ = await launch.client.restorePurchases()
            await launch.client.delivered()
            #expect(app.delivered.count == count)
        }
    }

    @Test func `A restore right after a purchase waits for the finish that is on its way`() async throws {
        let gate = StoreKit2Gate()
        let launch = try app.launch(through: gate)
        await eventually { gate.asked == 1 }
        guard case .success(let bought) = await launch.buy(SampleShop.greenhouse, atomically: false) else {
            Issue.record("not bought")
            return
        }
        // Only who waits with a deadline lets the finish through.
        gate.whenSleeping { seconds in
            if seconds == StoreKit2Backend.longestFinish { gate.open() }
            try await Task.sleep(for: .seconds(seconds))
        }
        gate.holdNext(.before)
        launch.client.finishTransaction(bought.transaction)
        await eventually { gate.held == 1 }
        let results = await launch.client.restorePurchases()
        #expect(results.restoredPurchases.map(\.productId) == [SampleShop.greenhouse])
        #expect(app.unfinished == [])
    }

    @Test func `It waits no longer than ten seconds for a finish that never gets there`() async throws {
        let gate = StoreKit2Gate()
        let launch = try app.launch(through: gate)
        await eventually { gate.asked == 1 }
        guard case .success(let bought) = await launch.buy(SampleShop.greenhouse, atomically: false) else {
            Issue.record("not bought")
            return
        }
        let slept = Locked([TimeInterval]())
        gate.whenSleeping { seconds in slept.withLock { $0.append(seconds) } }
        gate.holdNext(.before)
        launch.client.finishTransaction(bought.transaction)
        await eventually { gate.held == 1 }
        let results = await launch.client.restorePurchases()
        #expect(results.restoredPurchases.isEmpty)
        #expect(results.restoreFailedPurchases.isEmpty)
        #expect(slept.withLock { $0 }.contains(10))
        gate.open()
        await eventually { app.unfinished == [] }
    }

    @Test func `What this launch restores is not taken for a restore that an earlier one left`() async throws {
        try app.own(SampleShop.greenhouse)
        let gate = StoreKit2Gate()
        gate.holdNext(.before)
        let storage = MemoryStorage()
        let launch = try app.launch(through: gate, storage: storage)
        // The look at what earlier launches left is held up.
        await eventually { gate.held == 1 }
        let shown = Locked([String]())
        let watching = Task { [transactions = launch.client.transactions] in
            for await purchase in transactions { shown.withLock { $0.append(purchase.productId) } }
        }
        let results = await launch.client.restorePurchases(atomically: false)
        #expect(results.restoredPurchases.count == 1)
        gate.open()
        // What happens after that look is told after it.
        try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        await eventually { shown.withLock { $0.contains(SampleShop.seeds) } }
        #expect(shown.withLock { $0 } == [SampleShop.greenhouse, SampleShop.seeds])
        watching.cancel()
        // The next launch goes on with it.
        launch.kill()
        let next = try app.launch(through: StoreKit2Gate(), storage: storage)
        next.deliver()
        await eventually { app.delivered.sorted() == [SampleShop.greenhouse, SampleShop.seeds] }
    }
}
