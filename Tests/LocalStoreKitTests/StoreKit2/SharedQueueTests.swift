import AppReceipt
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// T9: what people buy by either API is fully available to both.
@Suite("StoreKit 1 and 2 on one account", .timeLimit(.minutes(15)))
struct SharedQueueTests {
    private let shop: ModernShop
    private let observer = RecordingObserver()

    init() throws { shop = try ModernShop() }

    private var queue: SKPaymentQueue { shop.device.queue }

    private func buyByStoreKit1(_ product: String) async {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        queue.add(payment)
        await shop.settleBoth()
    }

    @Test func `A purchase of StoreKit 2 is unfinished for StoreKit 1 at the next start`() async throws {
        let bought = try await shop.buy(SampleShop.greenhouse)
        let next = try ModernShop.launch(shop.store)
        next.queue.add(observer)
        await next.settleBoth()
        #expect(observer.log == ["purchased \(SampleShop.greenhouse)"])
        #expect(next.queue.transactions.map(\.transactionIdentifier) == [String(bought.id)])
    }

    @Test func `A purchase of StoreKit 1 is unfinished for StoreKit 2, and comes at the next start`() async throws {
        queue.add(observer)
        await buyByStoreKit1(SampleShop.greenhouse)
        let identifier = try #require(queue.transactions.first?.transactionIdentifier)
        #expect(await shop.transactions(Transaction.unfinished).map { String($0.id) } == [identifier])
        var inbox = try await UpdatesInbox(shop.store, ModernShop.launch(shop.store))
        #expect(try await inbox.all().map { String($0.unsafePayloadValue.id) } == [identifier])
    }

    @Test func `In one launch a purchase is told by the API that made it, and by no other`() async throws {
        shop.device.settings.deliversOtherPurchasesAtOnce = true
        queue.add(observer)
        var inbox = await UpdatesInbox(shop)
        await shop.settleBoth()
        try await shop.buy(SampleShop.seeds)
        await shop.settleBoth()
        #expect(observer.log == [])
        await buyByStoreKit1(SampleShop.greenhouse)
        #expect(observer.log == ["purchasing \(SampleShop.greenhouse)", "purchased \(SampleShop.greenhouse)"])
        #expect(try await inbox.products() == [])
    }

    @Test func `What came together is told in order, by the API that listens, and is in the receipt by then`() throws {
        let work = ManualQueue()
        let device = try LocalDevice(
            store: shop.store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: CallbackQueue { work.enqueue($0) },
            work: CallbackQueue { work.enqueue($0) }
        )
        device.settings.deliversOtherPurchasesAtOnce = true
        device.queue.add(observer)
        work.run()
        let listener = device.transactions.listen(in: device)
        work.run()
        let bought = try [SampleShop.greenhouse, SampleShop.season, SampleShop.posy].map {
            try shop.store.buy(productID: $0, account: SampleShop.customer).transactionID
        }
        try shop.store.refund(transactionID: bought[0])
        work.run()
        let told = device.transactions.updates.waiting
        #expect(told.map(\.identifier) == bought)
        // When the device looks, the first is refunded already.
        #expect(told.map { $0.result.unsafePayloadValue.revocationDate != nil } == [true, false, false])
        #expect(observer.log == ["revoked \(SampleShop.greenhouse)"])
        #expect(try AppReceipt(wireForm: try Data(contentsOf: device.receiptURL)).inAppPurchases.count == 3)
        withExtendedLifetime(listener) {}
    }

    @Test("What waited is told by the API that asked", arguments: [true, false])
    func pending(isModern: Bool) async throws {
        queue.add(observer)
        var inbox = await UpdatesInbox(shop)
        if isModern {
            let product = try await shop.product(SampleShop.seeds)
            _ = try await product.purchase(options: [.simulatesAskToBuyInSandbox(true)])
        } else {
            let payment = SKMutablePayment()
            payment.productIdentifier = SampleShop.seeds
            payment.simulatesAskToBuyInSandbox = true
            queue.add(payment)
        }
        await shop.settleBoth()
        try shop.store.approve(attempt: try #require(shop.store.attempts.last).id)
        await shop.settleBoth()
        #expect(observer.log.contains("purchased \(SampleShop.seeds)") == !isModern)
        #expect(try await inbox.products() == (isModern ? [SampleShop.seeds] : []))
        #expect(await shop.products(Transaction.unfinished) == [SampleShop.seeds])
    }

    @Test func `Who finishes by StoreKit 2 takes it off the queue of StoreKit 1`() async throws {
        queue.add(observer)
        await buyByStoreKit1(SampleShop.seeds)
        let transaction = try #require(await shop.transactions(Transaction.unfinished).first)
        await transaction.finish()
        await shop.settleBoth()
        #expect(queue.transactions.isEmpty)
        #expect(observer.log.last == "removed \(SampleShop.seeds)")
        #expect(shop.store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `Who finishes by StoreKit 1 has it finished for StoreKit 2`() async throws {
        queue.add(observer)
        await buyByStoreKit1(SampleShop.seeds)
        queue.finishTransaction(try #require(queue.transactions.first))
        await shop.settleBoth()
        #expect(await shop.products(Transaction.unfinished) == [])
        var inbox = try await UpdatesInbox(shop.store, ModernShop.launch(shop.store))
        #expect(try await inbox.products() == [])
    }

    @Test func `A restore of StoreKit 1 changes no transaction of StoreKit 2`() async throws {
        let bought = try await shop.buy(SampleShop.greenhouse)
        await bought.finish()
        queue.add(observer)
        await shop.settleBoth()
        queue.restoreCompletedTransactions()
        await shop.settleBoth()
        #expect(observer.log == ["restored \(SampleShop.greenhouse)", "restore finished"])
        #expect(await shop.transactions(Transaction.all).map(\.id) == [bought.id])
        #expect(await shop.products(Transaction.unfinished) == [])
    }

    @Test func `A purchase of StoreKit 2 is in the receipt`() async throws {
        try await shop.buy(SampleShop.greenhouse)
        let receipt = try AppReceipt(wireForm: try Data(contentsOf: shop.device.receiptURL))
        #expect(receipt.inAppPurchases.map(\.productID) == [SampleShop.greenhouse])
    }

    @Test func `A purchase that was begun in the App Store goes to whoever asks first`() async throws {
        try shop.store.promotePurchase(productID: SampleShop.posy, account: SampleShop.customer)
        var intents = shop.device.perform { PurchaseIntent.intents.makeAsyncIterator() }
        let intent = try #require(await intents.next())
        #expect(intent.id == SampleShop.posy)
        #expect(intent.product.displayPrice == "$4.99")
        #expect(intent.offer == nil)
        queue.add(observer)
        await shop.settleBoth()
        #expect(observer.log == [])
        shop.device.beginStorePurchase(productIdentifier: SampleShop.seeds)
        #expect(await intents.next()?.id == SampleShop.seeds)
        #expect(observer.log == [])
    }

    @Test func `A win-back offer comes along, also to who listens after another has left`() async throws {
        try shop.store.promotePurchase(
            productID: SampleShop.bouquet,
            account: SampleShop.customer,
            winBackOfferID: ModernShop.winBackOffer
        )
        do {
            let left = shop.device.perform { PurchaseIntent.intents.makeAsyncIterator() }
            await shop.settleBoth()
            _ = consume left
        }
        var intents = shop.device.perform { PurchaseIntent.intents.makeAsyncIterator() }
        let intent = try #require(await intents.next())
        #expect(intent.id == SampleShop.bouquet)
        #expect(intent.offer?.id == ModernShop.winBackOffer)
        #expect(intent.offer?.type == .winBack)
        #expect(throws: StoreError(.unknownOffer, "")) {
            try shop.store.promotePurchase(
                productID: SampleShop.bouquet,
                account: SampleShop.customer,
                winBackOfferID: "autumn"
            )
        }
    }
}

extension ModernShop {
    /// Waits until both queues of the device are empty.
    func settleBoth() async { await device.settleBoth() }
}

extension LocalDevice {
    /// Waits until both queues are empty.
    func settleBoth() async {
        for _ in 0..<4 {
            await withCheckedContinuation { done in work.enqueue { done.resume() } }
            await withCheckedContinuation { done in deliver { done.resume() } }
        }
    }
}
