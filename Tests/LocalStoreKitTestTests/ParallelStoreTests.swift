import Foundation
import LocalStoreKit
import TestSupport
import Testing

@testable import LocalStoreKitTest

private let catalogue = "../../Examples/Catalogues/FlowerShop.storekit"

/// Sixteen tests at once, each an app of both APIs with an account, listeners and sequences of its own.
@Suite("Tests that run side by side", .storeKit(catalogue), .timeLimit(.minutes(15)))
struct ParallelStoreTests {
    @Test("hear of their own purchases and no others, by either API", arguments: 0..<16)
    func isolated(number: Int) async throws {
        let session = try #require(SKTestSession.current)
        let device = session.device
        #expect(LocalDevice.current === device)
        var updates = Transaction.updates.makeAsyncIterator()
        let observer = CountingObserver()
        SKPaymentQueue.default().add(observer)
        let count = number % 4 + 1

        // What happens elsewhere is heard by the listener, in order.
        var elsewhere: [UInt64] = []
        for _ in 0..<count { elsewhere.append(try await session.buyProduct(identifier: SampleShop.seeds).id) }
        var heard: [UInt64] = []
        while heard.count < count, let result = await updates.next() { heard.append(try result.payloadValue.id) }
        #expect(heard == elsewhere)

        // What the app buys is in its sequences; a child task sees the same store.
        let greenhouse = try #require(try await Product.products(for: [SampleShop.greenhouse]).first)
        guard case .success(let result) = try await greenhouse.purchase() else {
            Issue.record("the purchase did not go through")
            return
        }
        let bought = try result.payloadValue
        let owned = await Task {
            var owned: [UInt64] = []
            for await result in Transaction.currentEntitlements { owned.append(result.unsafePayloadValue.id) }
            return owned
        }.value
        #expect(owned == [bought.id])
        var unfinished: [UInt64] = []
        for await result in Transaction.unfinished { unfinished.append(result.unsafePayloadValue.id) }
        #expect(unfinished == elsewhere + [bought.id])
        #expect(session.allTransactions().count == count + 1)

        // A refund of this test is heard here.
        try session.refundTransaction(identifier: Int(bought.id))
        let refunded = try #require(await updates.next()).payloadValue
        #expect(refunded.id == bought.id)
        #expect(refunded.revocationDate == session.now)
        #expect(await Transaction.currentEntitlement(for: SampleShop.greenhouse) == nil)
        #expect(LocalDevice.current === device)
        #expect(SKPaymentQueue.default() === device.perform { SKPaymentQueue.default() })
        SKPaymentQueue.default().remove(observer)
    }

    @Test("have clocks, storefronts and failures of their own", arguments: 0..<8)
    func settings(number: Int) async throws {
        let session = try #require(SKTestSession.current)
        let isGerman = number.isMultiple(of: 2)
        if isGerman { session.storefront = "DEU" }
        if number.isMultiple(of: 3) {
            try await session.setSimulatedError(.generic(.notEntitled), forAPI: .appTransaction)
        }
        try await session.buyProduct(identifier: SampleShop.posy)
        try session.advance(months: number)
        await Task.yield()
        #expect(await Storefront.current?.countryCode == (isGerman ? "DEU" : "USA"))
        let appTransaction = try? await AppTransaction.shared
        #expect((appTransaction == nil) == number.isMultiple(of: 3))
        var periods = 0
        for await _ in Transaction.all(for: SampleShop.posy) { periods += 1 }
        #expect(periods == number + 1)
    }
}

private final class CountingObserver: NSObject, SKPaymentTransactionObserver {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}
}
