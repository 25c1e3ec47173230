import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Owned, not owned, or not known yet", .timeLimit(.minutes(15)))
struct ProductOwnershipTests {
    private let bench: ModernBench

    init() throws { bench = try ModernBench() }

    private func ownership(_ id: String = SampleShop.greenhouse) async -> ProductOwnership {
        await bench.app { await Product.ownership(of: id) }
    }

    @Test func `What is bought is owned until it is refunded`() async throws {
        #expect(await ownership() == .notOwned)
        let bought = try bench.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        guard case .owned(let transaction) = await ownership() else {
            Issue.record("it is owned")
            return
        }
        #expect(String(transaction.id) == bought.transactionID)
        #expect(await ownership(SampleShop.posy) == .notOwned)
        try bench.store.refund(transactionID: bought.transactionID)
        #expect(await ownership() == .notOwned)
    }

    @Test func `While the store is away nothing is known, and nobody is turned away`() async throws {
        try bench.store.setFault(StoreFault(.offline))
        #expect(await ownership() == .notKnownYet)
        #expect(await ownership().isOwned == nil)
        try bench.store.clearFaults()
        #expect(await ownership().isOwned == false)
    }

    @Test func `What is not verified is not owned`() async throws {
        try bench.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        bench.device.settings.verificationFailure = { .invalidSignature }
        #expect(await ownership() == .notOwned)
        #expect(await ownership().isKnown)
    }

    @Test func `A task that was cancelled learns nothing`() async throws {
        let task = Task { await ownership() }
        task.cancel()
        let answer = await task.value
        #expect(answer == .notKnownYet || answer == .notOwned)
    }
}
