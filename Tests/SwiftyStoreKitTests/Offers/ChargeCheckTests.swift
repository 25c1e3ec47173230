import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Whether a purchase that failed was paid for", .timeLimit(.minutes(15)))
struct ChargeCheckTests {
    private let bench: ModernBench

    init() throws { bench = try ModernBench() }

    @Test(
        "By the error alone",
        arguments: [
            (Product.PurchaseError.productUnavailable, false),
            (Product.PurchaseError.ineligibleForOffer, false),
            (StoreKitError.notEntitled, false), (StoreKitError.notAvailableInStorefront, false),
            (StoreKitError.unsupported, false), (StoreKitError.unknown, true),
            (StoreKitError.networkError(URLError(.networkConnectionLost)), true),
            (StoreKitError.systemError(CocoaError(.fileNoSuchFile)), true), (SKError(.unknown), true),
            (SKError(.paymentCancelled), false), (CancellationError(), true), (CocoaError(.fileNoSuchFile), true),
        ] as [(any Error, Bool)]
    )
    func byError(error: any Error, mayBe: Bool) {
        #expect(ChargeCheck.mayHaveBeenCharged(error) == mayBe)
    }

    @Test func `Charged, then an error: the transaction is found`() async throws {
        let seeds = try await bench.product(SampleShop.seeds)
        try bench.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try await bench.app {
            let check = await ChargeCheck(seeds)
            try bench.store.setFault(StoreFault(.chargeThenError, times: 1))
            let error = await #expect(throws: StoreKitError.self) { try await seeds.purchase() }
            let newest = try #require(bench.store.transactions(account: SampleShop.customer).last)
            guard case .charged(let late) = await check.verdict(after: error) else {
                Issue.record("it was charged")
                return
            }
            #expect(String(late.unsafePayloadValue.id) == newest.transactionID)
        }
    }

    @Test func `Charged, then cancelled, as on iOS 18_3: found, too`() async throws {
        let greenhouse = try await bench.product(SampleShop.greenhouse)
        try await bench.app {
            let check = await ChargeCheck(greenhouse)
            try bench.store.setFault(StoreFault.KnownBug.cancelledAfterSuccess.fault(times: 1))
            guard case .userCancelled = try await greenhouse.purchase() else {
                Issue.record("the bug says that it was cancelled")
                return
            }
            guard case .charged = await check.verdict() else {
                Issue.record("it was charged")
                return
            }
        }
    }

    @Test func `Cancelled by the customer: not charged, whatever was bought before`() async throws {
        let seeds = try await bench.product(SampleShop.seeds)
        try bench.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        bench.device.settings.paymentSheet = { _ in .cancel }
        try await bench.app {
            let check = await ChargeCheck(seeds)
            _ = try await seeds.purchase()
            #expect(await check.verdict() == .notCharged)
        }
    }

    @Test func `A connection that is cut: it may have been`() async throws {
        let seeds = try await bench.product(SampleShop.seeds)
        await bench.app {
            let check = await ChargeCheck(seeds)
            #expect(await check.verdict(after: StoreKitError.networkError(URLError(.timedOut))) == .mayHaveBeenCharged)
            #expect(await check.verdict(after: Product.PurchaseError.invalidQuantity) == .notCharged)
        }
    }

    @Test func `Where the store was away before the purchase an old one is not taken for the charge`() async throws {
        let seeds = try await bench.product(SampleShop.seeds)
        try bench.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        bench.device.settings.paymentSheet = { _ in .cancel }
        try await bench.app {
            try bench.store.setFault(StoreFault(.offline))
            let check = await ChargeCheck(seeds)
            try bench.store.clearFaults()
            _ = try await seeds.purchase()
            #expect(await check.verdict() == .mayHaveBeenCharged)
            #expect(await check.verdict(after: Product.PurchaseError.invalidQuantity) == .notCharged)
            #expect(await check.verdict(after: StoreKitError.unknown) == .mayHaveBeenCharged)
        }
    }

    @Test func `What was charged and refunded meanwhile is nothing to deliver`() async throws {
        let greenhouse = try await bench.product(SampleShop.greenhouse)
        try await bench.app {
            let check = await ChargeCheck(greenhouse)
            let bought = try bench.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            try bench.store.refund(transactionID: bought.transactionID)
            #expect(await check.verdict() == .notCharged)
        }
    }
}
