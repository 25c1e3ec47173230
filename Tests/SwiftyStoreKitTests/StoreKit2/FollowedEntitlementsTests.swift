import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// One object that runs, and what it is told without asking.
@Suite("What is owned by signed transactions, followed", .timeLimit(.minutes(5)))
struct FollowedEntitlementsTests {
    private let app: EitherApp
    private static let both = [StoreKitChoice.storeKit1, .storeKit2]

    init() throws { app = try EitherApp() }

    private func owned(_ client: StoreClient, clock: TrustedClock? = nil) -> SignedEntitlements {
        let store = app.store
        return SignedEntitlements(
            client: client,
            verifier: SignedDataVerifier(
                policy: store.trustPolicy,
                apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                now: { store.now }
            ),
            window: 40 * 86_400,
            storage: MemoryStorage(),
            clock: clock ?? TrustedClock(storage: MemoryStorage(), device: { store.now })
        )
    }

    /// A client that waits as `sleeper` lets it.
    private func client(
        _ sleeper: ManualSleeper,
        settings: LocalDeviceSettings = LocalDeviceSettings()
    ) throws -> StoreClient {
        let device = try LocalDevice(
            store: app.store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbackQueue: DispatchQueue(label: "callbacks")
        )
        device.settings = settings
        return StoreClient(device: device, storeKit: .storeKit2) { await sleeper.sleep($0) }
    }

    private func changes(of client: StoreClient) -> Locked<[EntitlementChange]> {
        let told = Locked([EntitlementChange]())
        let changes = client.entitlementChanges
        Task { for await change in changes { told.withLock { $0.append(change) } } }
        return told
    }

    @Test("A refund is told once, though it is heard of in two ways", arguments: both)
    func refund(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        let told = changes(of: launch.client)
        let owned = owned(launch.client)
        let running = Task { await owned.run() }
        for product in [SampleShop.greenhouse, SampleShop.bouquet] {
            await launch.buy(product)
            await eventually { owned.owns(product) }
        }
        for product in [SampleShop.greenhouse, SampleShop.bouquet] {
            let bought = try #require(
                app.store.transactions(account: SampleShop.customer).first { $0.productID == product }
            )
            try app.store.refund(transactionID: bought.transactionID)
            await eventually { !owned.owns(product) && told.withLock { $0.contains { $0.removed == [product] } } }
        }
        // What is told after it.
        await launch.buy(SampleShop.season)
        await eventually { told.withLock { $0.last?.added == [SampleShop.season] } }
        let (added, removed) = told.withLock { told in
            (told.map(\.added).filter { !$0.isEmpty }, told.map(\.removed).filter { !$0.isEmpty })
        }
        #expect(removed == [[SampleShop.greenhouse], [SampleShop.bouquet]])
        #expect(added == [[SampleShop.greenhouse], [SampleShop.bouquet], [SampleShop.season]])
        running.cancel()
        await running.value
    }

    @Test("A loss that was told, and of which the store knows nothing, is taken back")
    func mistaken() async throws {
        let launch = try app.launch(.storeKit2)
        await launch.buy(SampleShop.greenhouse)
        let told = changes(of: launch.client)
        let owned = owned(launch.client)
        await owned.refresh()
        launch.client.revoked([SampleShop.greenhouse])
        await owned.refresh()
        await eventually { told.withLock { $0.count } == 3 }
        #expect(told.withLock { $0.map(\.added) } == [[SampleShop.greenhouse], [], [SampleShop.greenhouse]])
        #expect(told.withLock { $0.map(\.removed) } == [[], [SampleShop.greenhouse], []])
    }

    @Test("A grace period is known when the renewal fails, and its end when it is over", arguments: both)
    func grace(storeKit: StoreKitChoice) async throws {
        let (store, club) = (app.store, SampleShop.bouquet)
        let launch = try app.launch(storeKit)
        await launch.buy(club)
        let told = changes(of: launch.client)
        let owned = owned(launch.client)
        let running = Task { await owned.run() }
        await eventually { owned.owns(club) }
        try store.updateSettings { $0.billingGracePeriodEnabled = true }
        try store.setRules(AccountRules(renewalChargesFail: true), account: SampleShop.customer)
        let end = try #require(store.subscriptions(account: SampleShop.customer).first).expiresDate
        try store.advance(to: end.addingTimeInterval(60))
        await eventually { owned.state.report?.entitlement(to: club)?.state == .gracePeriod }
        #expect(owned.owns(club))
        #expect(told.withLock { $0.allSatisfy(\.removed.isEmpty) })
        let over = try #require(store.subscriptions(account: SampleShop.customer).first?.gracePeriodExpiresDate)
        try store.advance(to: over.addingTimeInterval(60))
        await eventually { told.withLock { $0.last?.removed == [club] } }
        #expect(told.withLock { $0.last?.cause } == .subscription)
        #expect(!owned.owns(club))
        running.cancel()
        await running.value
    }

    @Test("What ends is found when it ends, also where nobody tells of it")
    func byItself() async throws {
        let (store, sleeper) = (app.store, ManualSleeper())
        try app.own(SampleShop.bouquet)
        let client = try client(sleeper)
        // Ahead of the store, which has nothing to tell.
        let now = Locked(store.now)
        let owned = owned(client, clock: TrustedClock(storage: MemoryStorage(), device: { now.withLock { $0 } }))
        let told = changes(of: client)
        let running = Task { await owned.run() }
        let end = try #require(store.subscriptions(account: SampleShop.customer).first).expiresDate
        await eventually { sleeper.requested.last?.rounded() == end.timeIntervalSince(store.now).rounded() }
        #expect(owned.owns(SampleShop.bouquet))
        now.withLock { $0 = end.addingTimeInterval(1) }
        sleeper.wake()
        await eventually { told.withLock { $0.count } == 2 }
        #expect(
            told.withLock { $0.last }
                == EntitlementChange(added: [], removed: [SampleShop.bouquet], cause: .subscription)
        )
        running.cancel()
        sleeper.wake()
        await running.value
    }

    @Test("What ends while StoreKit answers was owned when it was asked, and is asked about again")
    func endsMeanwhile() async throws {
        let (store, sleeper, club) = (app.store, ManualSleeper(), SampleShop.bouquet)
        try app.own(club)
        let end = try #require(store.subscriptions(account: SampleShop.customer).first).expiresDate
        let now = Locked(store.now)
        var settings = LocalDeviceSettings()
        settings.failure = { operation in
            if operation == .subscriptionStatus { now.withLock { $0 = end.addingTimeInterval(1) } }
            return nil
        }
        let client = try client(sleeper, settings: settings)
        let owned = owned(client, clock: TrustedClock(storage: MemoryStorage(), device: { now.withLock { $0 } }))
        let told = changes(of: client)
        let running = Task { await owned.run() }
        await eventually { sleeper.requested == [EndWatch.shortest] }
        #expect(told.withLock { $0 } == [EntitlementChange(added: [club], removed: [], cause: .launch)])
        #expect(!owned.owns(club))
        sleeper.wake()
        await eventually { told.withLock { $0.count } == 2 }
        #expect(told.withLock { $0.last } == EntitlementChange(added: [], removed: [club], cause: .subscription))
        running.cancel()
        sleeper.wake()
        await running.value
    }

    @Test("An answer of long ago is asked for anew before it counts no more")
    func windowCloses() async throws {
        let (store, sleeper) = (app.store, ManualSleeper())
        try app.own(SampleShop.greenhouse)
        let client = try client(sleeper)
        let owned = owned(client)
        let told = changes(of: client)
        let running = Task { await owned.run() }
        await eventually { sleeper.requested.last?.rounded() == 40 * 86_400 }
        try store.advance(by: 40 * 86_400)
        sleeper.wake()
        await eventually { owned.state.confirmedAt == store.now }
        #expect(owned.state.knowledge == .confirmed)
        #expect(told.withLock { $0.map(\.added) } == [[SampleShop.greenhouse]])
        running.cancel()
        sleeper.wake()
        await running.value
    }
}
