import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import PurchaseConformance
import SwiftyStoreKit
import TestSupport
import Testing

/// What a person has: one device with one account, on which one behaviour is tried after the other.
@Suite("The conformance suite on one device", .timeLimit(.minutes(10)))
struct DeviceHarnessTests {
    private let store: LocalAppStore

    init() throws { store = try SampleShop.open() }

    private func harness(
        _ storeKit: StoreKitChoice = .storeKit2,
        buysConsumables: Bool = false,
        resets: Bool = false
    ) throws -> DeviceHarness {
        let store = store
        let queues = [DispatchQueue(label: "work"), DispatchQueue(label: "callbacks")]
        let device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: CallbackQueue(queues[1]),
            work: CallbackQueue(queues[0])
        )
        let reset: @Sendable () async throws -> Void = { try store.clearTransactions(account: SampleShop.customer) }
        return DeviceHarness(
            shop: ConformanceShop(
                consumable: SampleShop.seeds,
                nonConsumable: SampleShop.greenhouse,
                subscription: SampleShop.bouquet
            ),
            buysConsumables: buysConsumables,
            reset: resets ? reset : nil,
            verifier: SignedDataVerifier(
                policy: store.trustPolicy,
                apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                environments: [.sandbox],
                now: { store.now }
            ),
            // The suite has a time limit.
            patience: .max,
            sleep: { seconds in
                guard seconds > 0.1 else { return await Task.yield() }
                // What half a second is enough for on a device.
                for _ in 0..<6 {
                    for queue in queues {
                        await withCheckedContinuation { done in queue.async { done.resume() } }
                    }
                    for _ in 0..<16 { await Task.yield() }
                }
                await eventually { store.unfinishedTransactions(account: SampleShop.customer).isEmpty }
            },
            makeClient: { StoreClient(device: device, storeKit: storeKit) }
        )
    }

    /// What was tried, and that all of it holds.
    private func passed(_ report: ConformanceReport) -> Set<String> {
        #expect(report.failures.map(\.behaviour.id) == [], "\(report.text)")
        return Set(report.entries.filter { $0.outcome == .passed }.map(\.behaviour.id))
    }

    private static let ofConsumables: Set = [
        "purchase.success-is-answered", "purchase.delivered-once", "purchase.each-consumable-counts",
        "purchase.quantity-is-kept", "purchase.account-is-kept", "purchase.too-many-are-refused",
        "purchase.two-of-one-product-at-once", "purchase.who-stops-waiting-loses-nothing",
    ]

    private static let ofFreshCustomers: Set = [
        "purchase.answers-are-not-mixed-up", "purchase.owned-for-ever-is-charged-once", "restore.nothing-is-no-error",
        "restore.gives-back-what-is-owned", "restore.gives-back-subscriptions",
        "restore.consumables-do-not-come-back", "restore.is-delivered", "restore.two-at-once-are-both-answered",
        "rights.nobody-owns-anything-at-first", "rights.purchases-are-owned", "rights.consumables-are-none",
    ]

    @Test(
        "Where what was bought can be taken away, each behaviour has a new customer, in a second run as well",
        arguments: [StoreKitChoice.storeKit1, .storeKit2]
    )
    func reset(storeKit: StoreKitChoice) async throws {
        let harness = try harness(storeKit, resets: true)
        for _ in 0..<2 {
            let passed = passed(await ConformanceSuite.run(on: harness))
            #expect(passed.isSuperset(of: Self.ofConsumables))
            #expect(passed.isSuperset(of: Self.ofFreshCustomers))
        }
    }

    @Test(
        "Where it cannot, what holds whatever the customer owns is tried, and nothing is held against anybody",
        arguments: [StoreKitChoice.storeKit1, .storeKit2]
    )
    func noReset(storeKit: StoreKitChoice) async throws {
        let owned = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        try store.finish(transactionID: owned.transactionID)
        let harness = try harness(storeKit, buysConsumables: true)
        for _ in 0..<2 {
            let report = await ConformanceSuite.run(on: harness)
            let passed = passed(report)
            #expect(passed.isSuperset(of: Self.ofConsumables))
            #expect(passed.isDisjoint(with: Self.ofFreshCustomers))
            #expect(report.outcome(of: "restore.nothing-is-no-error") == .skipped(missing: [.freshCustomer]))
        }
        let bought = Set(store.transactions(account: SampleShop.customer).map(\.productID))
        #expect(bought == [SampleShop.greenhouse, SampleShop.seeds])
    }

    @Test func `Nothing is bought unless that is asked for`() async throws {
        let harness = try harness()
        let passed = passed(await ConformanceSuite.run(on: harness))
        #expect(passed.contains("products.known-come-back"))
        #expect(passed.isDisjoint(with: Self.ofConsumables.union(Self.ofFreshCustomers)))
        #expect(store.transactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `A reset that fails is the harness's failure, and says so`() async throws {
        struct Refused: Error {}
        let harness = DeviceHarness(
            shop: FakeHarness().shop,
            reset: { throw Refused() },
            makeClient: { StoreClient(device: .inUse) }
        )
        #expect(harness.capabilities == [.purchases, .freshCustomer])
        let report = await ConformanceSuite.run(on: harness, only: ["purchase.delivered-once"])
        #expect(report.outcome(of: "purchase.delivered-once") == .failed(seen: "the harness failed: Refused()"))
    }
}
