import AppReceipt
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// The issues that the READMEs of SwiftyStoreKit list as known, each as the story in which it happened.
@Suite("Known issues that are gone", .timeLimit(.minutes(15)))
struct KnownIssueTests {
    private let store: LocalAppStore
    private let storage = MemoryStorage()
    private let scratch: TemporaryFolder
    private var folder: URL { scratch.url }

    init() throws {
        scratch = try TemporaryFolder()
        store = try SampleShop.open()
    }

    private func launch(account: String = SampleShop.customer, fuse: Fuse = Fuse(steps: nil)) throws -> Launch {
        try Launch(
            store,
            storage: storage,
            account: account,
            receiptURL: folder.appendingPathComponent("receipt"),
            fuse: fuse
        )
    }

    private func validator(_ clock: TrustedClock) throws -> LocalReceiptValidator {
        LocalReceiptValidator(
            bundleID: SampleShop.app.bundleID,
            deviceIdentifiers: [try SampleShop.device()],
            policy: store.trustPolicy,
            now: { clock.now }
        )
    }

    @Test("Killed in mid-purchase and relaunched: the old transaction does not answer the new purchase")
    func killedInMidPurchase() async throws {
        let delivered = Locked([String]())
        do {
            let first = try launch()
            first.client.purchaseProduct(FakeProduct(SampleShop.seeds)) { _ in
                Issue.record("the app was dead by then")
            }
            // The process ends as soon as the store has the purchase.
            while store.unfinishedTransactions(account: SampleShop.customer).isEmpty, first.step() {}
        }
        #expect(store.unfinishedTransactions(account: SampleShop.customer).count == 1)
        let old = try #require(store.transactions(account: SampleShop.customer).first)
        let second = try launch()
        var answers: [String?] = []
        second.client.deliver { purchase in
            delivered.withLock { $0.append(purchase.transaction.transactionIdentifier ?? "none") }
        }
        second.client.purchaseProduct(FakeProduct(SampleShop.seeds)) { result in
            guard case .success(let purchase) = result else { return }
            answers.append(purchase.transaction.transactionIdentifier)
        }
        await second.settle()
        let new = try #require(store.transactions(account: SampleShop.customer).last)
        #expect(old.transactionID != new.transactionID)
        #expect(answers == [new.transactionID])
        #expect(Set(delivered.withLock { $0 }) == [old.transactionID, new.transactionID])
        #expect(store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
    }

    @Test("Another account is signed in while the app is in the background: nothing leaks, and the app is told")
    func anotherAccount() async throws {
        let launch = try launch()
        let clock = TrustedClock(storage: storage, device: { store.now })
        let owned = OwnedProducts(client: launch.client, validator: try validator(clock), clock: clock)
        var changes = launch.client.entitlementChanges.makeAsyncIterator()
        launch.client.completeTransactions { _ in }
        launch.client.purchaseProduct(FakeProduct(SampleShop.greenhouse)) { _ in }
        await launch.settle()
        #expect(await reconcile(owned, launch, .launch).productIDs == [SampleShop.greenhouse])
        #expect(await changes.next()?.added == [SampleShop.greenhouse])

        // The system replaces the receipt by the one of the new account.
        try store.createAccount(id: "iris")
        try store.buy(productID: SampleShop.bouquet, account: "iris")
        try write(try store.receipt(account: "iris", device: try SampleShop.device()))
        let state = await reconcile(owned, launch, .foreground)
        #expect(state.productIDs == [SampleShop.bouquet])
        #expect(!owned.owns(SampleShop.greenhouse))
        let expected = EntitlementChange(
            added: [SampleShop.bouquet],
            removed: [SampleShop.greenhouse],
            cause: .foreground
        )
        #expect(await changes.next() == expected)

        // An account that has no receipt has nothing, and the last one's products are not remembered for it.
        try FileManager.default.removeItem(at: folder.appendingPathComponent("receipt"))
        #expect(await reconcile(owned, launch, .foreground).productIDs.isEmpty)
        #expect(await changes.next()?.removed == [SampleShop.bouquet])
        let next = OwnedProducts(client: launch.client, validator: try validator(clock), clock: clock)
        #expect(next.state.productIDs.isEmpty)
    }

    @Test("The clock set back after the expiry revives nothing, in this launch and the next")
    func clockSetBack() async throws {
        let launch = try launch()
        try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        try write(try store.receipt(account: SampleShop.customer, device: try SampleShop.device()))
        let bought = store.now
        let device = Locked(bought.addingTimeInterval(86_400))
        let clock = TrustedClock(storage: storage, device: { device.withLock { $0 } })
        let owned = OwnedProducts(client: launch.client, validator: try validator(clock), clock: clock)
        #expect(await reconcile(owned, launch, .launch).productIDs == [SampleShop.bouquet])
        device.withLock { $0 = bought.addingTimeInterval(60 * 86_400) }
        #expect(await reconcile(owned, launch, .foreground).productIDs.isEmpty)
        device.withLock { $0 = bought.addingTimeInterval(86_400) }
        #expect(clock.isSetBack)
        #expect(await reconcile(owned, launch, .foreground).productIDs.isEmpty)
        let after = TrustedClock(storage: storage, device: { device.withLock { $0 } })
        let next = OwnedProducts(client: launch.client, validator: try validator(after), clock: after)
        #expect(await reconcile(next, launch, .launch).productIDs.isEmpty)
        // A server's word counts more than a clock that had been set forward by mistake.
        after.correct(to: bought.addingTimeInterval(86_400))
        #expect(await reconcile(next, launch, .request).productIDs == [SampleShop.bouquet])
    }

    private func write(_ receipt: Data) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try receipt.write(to: folder.appendingPathComponent("receipt"))
    }

    private func reconcile(
        _ owned: OwnedProducts,
        _ launch: Launch,
        _ cause: EntitlementChange.Cause
    ) async -> OwnedState {
        while launch.step() {}
        async let state = owned.reconcile(because: cause)
        await eventually { launch.queue.count > 0 }
        while launch.step() {}
        return await state
    }
}
