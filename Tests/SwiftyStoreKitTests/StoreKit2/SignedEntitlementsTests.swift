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

@Suite("What is owned by signed transactions", .timeLimit(.minutes(5)))
struct SignedEntitlementsTests {
    private let app: EitherApp
    private let storage = MemoryStorage()
    private static let week: TimeInterval = 7 * 86_400

    init() throws { app = try EitherApp() }

    private func owned(
        _ launch: EitherLaunch,
        trusting policy: TrustPolicy? = nil,
        storage: MemoryStorage? = nil
    ) -> SignedEntitlements {
        let store = app.store
        let storage = storage ?? self.storage
        return SignedEntitlements(
            client: launch.client,
            verifier: SignedDataVerifier(
                policy: policy ?? store.trustPolicy,
                apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                now: { store.now }
            ),
            window: Self.week,
            storage: storage,
            clock: TrustedClock(storage: storage, device: { store.now })
        )
    }

    @Test("Before StoreKit has answered nothing is known, which is no \"no\"")
    func notKnownYet() throws {
        let state = owned(try app.launch(.storeKit2)).state
        #expect(state.knowledge == .notKnownYet)
        #expect(state.report == nil)
        #expect(state.productIDs == [])
    }

    @Test func `A store that does not answer has not said "nothing"`() async throws {
        let launch = try app.launch(.storeKit2)
        try app.store.setFault(StoreFault(.offline))
        #expect(await owned(launch).refresh().knowledge == .notKnownYet)
        try app.store.clearFaults()
        #expect(await owned(launch).refresh().knowledge == .confirmed)
    }

    @Test("Both interfaces say the same", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func bought(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        await launch.buy(SampleShop.greenhouse)
        await launch.buy(SampleShop.bouquet)
        await launch.buy(SampleShop.seeds)
        await launch.settle()
        let state = await owned(launch).refresh()
        #expect(state.knowledge == .confirmed)
        #expect(state.confirmedAt == app.store.now)
        #expect(state.trustedUntil == app.store.now.addingTimeInterval(Self.week))
        #expect(state.productIDs.isSuperset(of: [SampleShop.greenhouse, SampleShop.bouquet]))
        #expect(state.report?.entitlement(to: SampleShop.bouquet)?.willAutoRenew == true)
    }

    @Test func `What was said counts for a week without another answer, and then not at all`() async throws {
        let first = try app.launch(.storeKit2)
        await first.buy(SampleShop.greenhouse)
        await owned(first).refresh()
        first.kill()
        let later = owned(try app.launch(.storeKit2))
        #expect(later.state.knowledge == .remembered)
        #expect(later.owns(SampleShop.greenhouse))
        try app.store.advance(by: Self.week)
        #expect(later.owns(SampleShop.greenhouse))
        try app.store.advance(by: 1)
        #expect(later.state.knowledge == .stale)
        #expect(!later.owns(SampleShop.greenhouse))
        #expect(await later.refresh().knowledge == .confirmed)
        #expect(later.owns(SampleShop.greenhouse))
    }

    @Test func `A subscription ends by its own signed end, inside of the window`() async throws {
        let first = try app.launch(.storeKit2)
        await first.buy(SampleShop.bouquet)
        try app.store.advance(days: 28)
        await owned(first).refresh()
        first.kill()
        let later = owned(try app.launch(.storeKit2))
        #expect(later.owns(SampleShop.bouquet))
        try app.store.advance(days: 4)
        #expect(later.state.knowledge == .remembered)
        #expect(!later.owns(SampleShop.bouquet))
    }

    @Test func `A refund takes the right as soon as StoreKit says so`() async throws {
        let launch = try app.launch(.storeKit2)
        await launch.buy(SampleShop.greenhouse)
        let owned = owned(launch)
        await owned.refresh()
        var changes = launch.client.entitlementChanges.makeAsyncIterator()
        let bought = try #require(app.store.transactions(account: SampleShop.customer).first)
        try app.store.refund(transactionID: bought.transactionID)
        #expect(await owned.refresh().productIDs == [])
        var removed: Set<String> = []
        while removed.isEmpty, let change = await changes.next(isolation: #isolation) { removed = change.removed }
        #expect(removed == [SampleShop.greenhouse])
    }

    @Test func `What others signed counts for nothing, be it from StoreKit or out of the storage`() async throws {
        let launch = try app.launch(.storeKit2)
        await launch.buy(SampleShop.greenhouse)
        #expect(await owned(launch, trusting: .appStore, storage: MemoryStorage()).refresh().productIDs == [])
        await owned(launch).refresh()
        #expect(owned(launch).owns(SampleShop.greenhouse))
        #expect(!owned(launch, trusting: .appStore).owns(SampleShop.greenhouse))
    }

    @Test func `A date that was moved ahead gives nothing for longer, and what cannot be read gives nothing`()
        async throws
    {
        let launch = try app.launch(.storeKit2)
        await launch.buy(SampleShop.greenhouse)
        await owned(launch).refresh()
        let data = try #require(storage.data(forKey: SignedHistory.key))
        var history = try JSONDecoder().decode(SignedHistory.self, from: data)
        history.confirmedAt = .distantFuture
        storage.set(try JSONEncoder().encode(history), forKey: SignedHistory.key)
        let edited = owned(launch)
        #expect(edited.state.confirmedAt == app.store.now)
        #expect(edited.owns(SampleShop.greenhouse))
        try app.store.advance(by: Self.week + 1)
        #expect(edited.state.knowledge == .stale)
        storage.set(Data("{}".utf8), forKey: SignedHistory.key)
        #expect(owned(launch).state.knowledge == .notKnownYet)
    }

    @Test func `An answer of before a refund does not take the place of the one after it`() async throws {
        let gate = StoreKit2Gate()
        let launch = try app.launch(through: gate)
        await eventually { gate.asked == 1 }
        await launch.buy(SampleShop.greenhouse)
        await eventually { app.unfinished == [] }
        let owned = owned(launch)
        gate.holdNext(.after)
        let early = Task { await owned.refresh() }
        await eventually { gate.held == 1 }
        let bought = try #require(app.store.transactions(account: SampleShop.customer).first)
        try app.store.refund(transactionID: bought.transactionID)
        let late = Task { await owned.refresh(because: .revocation) }
        await eventually { owned.refreshes.waiting == 1 }
        gate.open()
        #expect(await early.value.productIDs == [SampleShop.greenhouse])
        #expect(await late.value.productIDs == [])
        #expect(!owned.owns(SampleShop.greenhouse))
    }

    @Test func `A signature that holds is looked at once in a launch, one that does not again`() async throws {
        let launch = try app.launch(.storeKit2)
        await launch.buy(SampleShop.greenhouse)
        await launch.buy(SampleShop.bouquet)
        let history = try #require(await launch.client.signedHistory(at: app.store.now))
        #expect(history.transactions.count == 2)
        #expect(history.renewals.count == 1)
        let store = app.store
        let apps = [AppIdentity(bundleID: SampleShop.app.bundleID)]
        let trusting = SignedDataVerifier(policy: store.trustPolicy, apps: apps, now: { store.now })
        let nobody = SignedDataVerifier(policy: .appStore, apps: apps, now: { store.now })
        let verified = VerifiedHistory(history, trusting)
        #expect(verified.isComplete)
        #expect(verified.facts.renewals.count == 1)
        #expect(VerifiedHistory(history, knowing: verified, nobody).facts == verified.facts)
        let unknown = VerifiedHistory(history, nobody)
        #expect(unknown.facts.isEmpty)
        #expect(!unknown.isComplete)
        #expect(VerifiedHistory(history, knowing: unknown, trusting).facts == verified.facts)
        // What StoreKit does not have any more is forgotten.
        let empty = SignedHistory(transactions: [], renewals: [], confirmedAt: store.now)
        #expect(VerifiedHistory(empty, knowing: verified, trusting).facts.isEmpty)
    }

    @Test func `It follows purchases by itself`() async throws {
        let launch = try app.launch(.storeKit2)
        let owned = owned(launch)
        let running = Task { await owned.run() }
        await eventually { owned.state.knowledge == .confirmed }
        await launch.buy(SampleShop.greenhouse)
        await eventually { owned.owns(SampleShop.greenhouse) }
        running.cancel()
        await running.value
    }
}
