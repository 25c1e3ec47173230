import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// What the views show, without the views.
@Suite("The models of the views", .timeLimit(.minutes(5)))
@MainActor
struct ViewModelTests {
    private let app: EitherApp
    private let storage = MemoryStorage()

    init() throws { app = try EitherApp() }

    private func owned(_ launch: EitherLaunch) -> SignedEntitlements {
        let store = app.store
        return SignedEntitlements(
            client: launch.client,
            verifier: SignedDataVerifier(
                policy: store.trustPolicy,
                apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                now: { store.now }
            ),
            storage: storage,
            clock: TrustedClock(storage: storage, device: { store.now })
        )
    }

    @Test("A card has the price, the period and the offer", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func cards(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        let products: Set = [SampleShop.seeds, SampleShop.posy, SampleShop.bouquet, "weed"]
        let cards = try await launch.client.productCards(products)
        #expect(cards.map(\.id) == [SampleShop.seeds, SampleShop.posy, SampleShop.bouquet])
        #expect(cards.map(\.terms) == ["$0.99", "$4.99 / 1 month, first 1 week free", "$12.99 / 1 month"])
        #expect(cards.map(\.level) == [nil, 2, 1])
        #expect(cards.map(\.isOwned) == [nil, nil, nil])
        #expect(cards[0].groupID == nil && cards[1].groupID == cards[2].groupID)
        // Who had the free week once does not see it again.
        await launch.buy(SampleShop.posy)
        let owned = owned(launch)
        #expect(owned.isOwned(SampleShop.posy) == nil)
        await owned.askAgain()
        let later = try await launch.client.productCards(products, owned: owned)
        #expect(later[1].terms == "$4.99 / 1 month")
        #expect(later.map(\.isOwned) == [false, true, false])
    }

    @Test func `Without a store there are no cards, and nothing was charged`() async throws {
        let launch = try app.launch(.storeKit2)
        try app.store.setFault(StoreFault(.offline))
        let error = await #expect(throws: SKError.self) { _ = try await launch.client.productCards([SampleShop.seeds]) }
        #expect(error?.mayHaveBeenCharged == false)
    }

    @Test("A row buys, and its button waits meanwhile", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func row(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        let owned = owned(launch)
        await owned.askAgain()
        let products: Set = [SampleShop.greenhouse]
        let row = try #require(
            try await ProductRowModel.rows(of: products, client: launch.client, owned: owned).first
        )
        #expect(row.status == "$9.99")
        let seen = Locked([Bool]())
        row.onChange = { seen.withLock { $0.append(row.isBuying) } }
        launch.device.settings.paymentSheet = { _ in .cancel }
        #expect(await row.buy() == .cancelled)
        launch.device.settings.paymentSheet = { _ in .confirm }
        #expect(await row.buy() == .bought)
        #expect(row.answer?.message == "Thank you!")
        #expect(seen.withLock { $0 } == [true, false, true, false])
        await owned.askAgain()
        row.show(try #require(try await launch.client.productCards(products, owned: owned).first))
        #expect(row.status == "purchased")
        #expect(!row.canBuy)
        #expect(await row.buy() == nil)
        row.onChange = nil
    }

    @Test func `The picker shows what the choice does to the subscription that there is`() async throws {
        let launch = try app.launch(.storeKit2)
        let picker = SubscriptionPickerModel([SampleShop.posy, SampleShop.bouquet], client: launch.client)
        #expect(await picker.buy() == nil)
        await picker.select(SampleShop.posy)
        #expect(picker.selection == nil, "nothing is in the list yet")
        try await picker.load()
        #expect(picker.cards.map(\.id) == [SampleShop.bouquet, SampleShop.posy])
        await picker.select(SampleShop.posy)
        #expect(picker.note == nil)
        #expect(await picker.buy() == .bought)
        await picker.select(SampleShop.bouquet)
        #expect(picker.note == "Takes the place of Posy Club at once.")
        #expect(await picker.buy() == .bought)
        await picker.select(SampleShop.posy)
        let end = try #require(app.store.transactions(account: SampleShop.customer).last?.expiresDate)
        let day = end.formatted(Date.ISO8601FormatStyle().year().month().day())
        #expect(picker.note == "Takes the place of Bouquet Club on \(day).")
        await picker.select(SampleShop.bouquet)
        #expect(picker.planChange?.direction == .same)
        #expect(!picker.canBuy)
    }

    @Test("The button says what came back", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func restoring(storeKit: StoreKitChoice) async throws {
        let first = RestoreButtonModel(client: try app.launch(storeKit).client)
        #expect(await first.restore() == .restored(0))
        #expect(first.outcome?.message == "There is nothing to restore.")
        try app.own(SampleShop.greenhouse)
        let launch = try app.launch(storeKit)
        let button = RestoreButtonModel(client: launch.client)
        #expect(await button.restore()?.message == "1 purchase is back.")
        launch.device.settings.signsIn = false
        #expect(await button.restore() == .cancelled)
        #expect(!button.isRestoring)
    }

    @Test func `The gate is neither open nor closed until it is known what is owned`() async throws {
        let launch = try app.launch(.storeKit2)
        let owned = owned(launch)
        let gate = EntitlementGateModel([SampleShop.greenhouse], client: launch.client, owned: owned)
        #expect(gate.state == .notKnownYet)
        let states = Locked([EntitlementGateModel.State]())
        gate.onChange = { states.withLock { $0.append(gate.state) } }
        let following = Task { await owned.run() }
        let running = Task { await gate.run() }
        await eventually { states.withLock { $0 } == [.closed] }
        await launch.buy(SampleShop.greenhouse)
        await eventually { states.withLock { $0 } == [.closed, .open] }
        let bought = try #require(app.store.transactions(account: SampleShop.customer).first)
        try app.store.refund(transactionID: bought.transactionID)
        await eventually { states.withLock { $0 } == [.closed, .open, .closed] }
        running.cancel()
        following.cancel()
        await running.value
        await following.value
        gate.onChange = nil
    }

    @Test func `The gate closes when the subscription ends, of which no transaction tells`() async throws {
        let launch = try app.launch(.storeKit2)
        await launch.buy(SampleShop.bouquet)
        let owned = owned(launch)
        let gate = EntitlementGateModel([SampleShop.bouquet], client: launch.client, owned: owned)
        let following = Task { await owned.run() }
        let running = Task { await gate.run() }
        await eventually { gate.state == .open }
        let club = try #require(app.store.subscriptions(account: SampleShop.customer).first)
        try app.store.setAutoRenew(false, originalTransactionID: club.originalTransactionID)
        try app.store.advance(days: 32)
        await eventually { gate.state == .closed }
        running.cancel()
        following.cancel()
        await running.value
        await following.value
    }
}
