import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// What must not be lost, and not come twice, when the store was away, begins anew, or is heard late.
@Suite("StoreKit 2: news of a store that was away", .timeLimit(.minutes(15)))
struct LostNewsTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    private func whileCutOff(_ body: () throws -> Void) async throws {
        try shop.store.setFault(StoreFault(.offline))
        await shop.settle()
        try body()
        await shop.settle()
        try shop.store.clearFaults()
        await shop.settle()
    }

    @Test func `A store that begins anew uses identifiers again, for new purchases`() async throws {
        let before = try await shop.buy(SampleShop.seeds)
        var inbox = await UpdatesInbox(shop)
        try shop.store.beginAnew()
        await shop.settle()
        let bought = try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        #expect(bought.transactionID == String(before.id))
        #expect(try await inbox.products() == [SampleShop.greenhouse])
    }

    @Test func `A restored snapshot uses identifiers again, for new purchases`() async throws {
        let snapshot = try shop.store.snapshot()
        let before = try await shop.buy(SampleShop.seeds)
        var inbox = await UpdatesInbox(shop)
        try shop.store.restore(snapshot: snapshot)
        await shop.settle()
        let bought = try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        #expect(bought.transactionID == String(before.id))
        #expect(try await inbox.products() == [SampleShop.greenhouse])
    }

    @Test func `What another device has finished meanwhile is not delivered`() async throws {
        try shop.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try shop.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        try shop.store.advance(days: 32)
        await shop.settle()
        for transaction in shop.store.unfinishedTransactions(account: SampleShop.customer) {
            try shop.store.finish(transactionID: transaction.transactionID)
        }
        var inbox = await UpdatesInbox(shop)
        #expect(try await inbox.products() == [])
    }

    @Test func `What another device has finished, and was refunded, is told`() async throws {
        let bought = try shop.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try shop.store.finish(transactionID: bought.transactionID)
        try shop.store.refund(transactionID: bought.transactionID)
        await shop.settle()
        var inbox = await UpdatesInbox(shop)
        let told = try await inbox.all().map(\.unsafePayloadValue)
        #expect(told.map { String($0.id) } == [bought.transactionID])
        #expect(told.first?.revocationDate != nil)
    }

    @Test(arguments: [true, false])
    func `A refund while the device was offline comes when it is back`(isFinished: Bool) async throws {
        let bought = try await shop.buy(SampleShop.greenhouse)
        if isFinished { await bought.finish() }
        var inbox = await UpdatesInbox(shop)
        try await whileCutOff { try shop.store.refund(transactionID: String(bought.id)) }
        let told = try await inbox.all().map(\.unsafePayloadValue)
        #expect(told.map(\.id) == [bought.id])
        #expect(told.first?.revocationDate != nil)
    }

    @Test func `A refund of a purchase of an earlier launch comes, too`() async throws {
        let bought = try await shop.buy(SampleShop.greenhouse)
        await bought.finish()
        let device = try ModernShop.launch(shop.store)
        var inbox = await UpdatesInbox(shop.store, device)
        try shop.store.setFault(StoreFault(.offline))
        try shop.store.refund(transactionID: String(bought.id))
        try shop.store.clearFaults()
        #expect(try await inbox.all().map(\.unsafePayloadValue.id) == [bought.id])
    }

    @Test func `A refund while the app was closed is no news of the launch, but history has it`() async throws {
        let bought = try await shop.buy(SampleShop.greenhouse)
        await bought.finish()
        try shop.store.refund(transactionID: String(bought.id))
        let device = try ModernShop.launch(shop.store)
        var inbox = await UpdatesInbox(shop.store, device)
        #expect(try await inbox.products() == [])
        #expect(await shop.transactions(Transaction.all).first?.revocationDate != nil)
        #expect(!(await shop.products(Transaction.currentEntitlements).contains(SampleShop.greenhouse)))
    }

    @Test func `The queue hears of what was revoked while the device was offline`() async throws {
        let observer = RecordingObserver()
        shop.device.queue.add(observer)
        let bought = try await shop.buy(SampleShop.greenhouse)
        await bought.finish()
        try await whileCutOff { try shop.store.refund(transactionID: String(bought.id)) }
        await shop.settleBoth()
        #expect(observer.log == ["revoked \(SampleShop.greenhouse)"])
    }

    @Test func `What the store could not be asked about is told as soon as it can`() async throws {
        let queue = ManualQueue()
        let work = CallbackQueue { queue.enqueue($0) }
        let device = try LocalDevice(
            store: shop.store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: work,
            work: work
        )
        let bought = try await shop.buy(SampleShop.greenhouse)
        await bought.finish()
        queue.run()
        let listener = device.transactions.listen(in: device)
        queue.run()
        #expect(device.transactions.updates.waiting.isEmpty)
        // The news are heard, but the store is gone when they are looked at.
        try shop.store.refund(transactionID: String(bought.id))
        try shop.store.setFault(StoreFault(.offline))
        queue.run()
        #expect(device.transactions.updates.waiting.isEmpty)
        try shop.store.clearFaults()
        queue.run()
        #expect(device.transactions.updates.waiting.map(\.identifier) == [String(bought.id)])
        withExtendedLifetime(listener) {}
    }

    @Test func `A begun purchase that a listener did not take is for the next one`() async throws {
        do {
            let leaving = shop.device.transactions.listenToIntents(in: shop.device)
            shop.device.beginStorePurchase(productIdentifier: SampleShop.posy)
            await shop.settle()
            #expect(shop.device.transactions.intents.waiting.map(\.id) == [SampleShop.posy])
            withExtendedLifetime(leaving) {}
        }
        var intents = shop.device.perform { PurchaseIntent.intents.makeAsyncIterator() }
        #expect(await intents.next()?.id == SampleShop.posy)
    }

    @Test func `Listeners hear of the storefront of a restored state`() async throws {
        let american = try shop.store.snapshot()
        try shop.store.setStorefront("DEU", account: SampleShop.customer)
        await shop.settle()
        var updates = shop.device.perform { Storefront.updates.makeAsyncIterator() }
        try shop.store.restore(snapshot: american)
        #expect(await updates.next()?.countryCode == "USA")
    }

    @Test func `A sync that finds another storefront tells the observers, too`() async throws {
        let session = ScriptedSession()
        let device = LocalDevice(
            session: session,
            receiptURL: nil,
            callbacks: CallbackQueue(DispatchQueue(label: "callbacks")),
            work: CallbackQueue(DispatchQueue(label: "work"))
        )
        let observer = RecordingObserver()
        device.queue.add(observer)
        session.set { $0.moves = true }
        try await device.perform { try await AppStore.sync() }
        await device.settleBoth()
        #expect(observer.log == ["storefront changed"])
    }
}
