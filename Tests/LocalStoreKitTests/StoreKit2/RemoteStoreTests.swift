import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// How often a store elsewhere is asked, and what comes of answers that do not come.
@Suite("StoreKit 2 on a store elsewhere", .timeLimit(.minutes(15))) struct RemoteStoreTests {
    private let store: LocalAppStore
    private let wire: StoreWire

    init() throws {
        store = try SampleShop.open()
        wire = StoreWire(store)
    }

    private func launch() throws -> LocalDevice {
        let retry = DispatchQueue(label: "retry")
        return LocalDevice(
            storeURL: try #require(URL(string: "http://127.0.0.1:1")),
            transport: wire,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: CallbackQueue(DispatchQueue(label: "callbacks")),
            work: CallbackQueue(DispatchQueue(label: "work")),
            retry: CallbackQueue(retry)
        )
    }

    private func list(_ sequence: Transaction.Transactions) async -> [String] {
        var found: [String] = []
        for await result in sequence { found.append(String(result.unsafePayloadValue.id)) }
        return found
    }

    private func product(_ identifier: String, _ device: LocalDevice) async throws -> Product {
        try #require(try await device.perform { try await Product.products(for: [identifier]) }.first)
    }

    private func settle(_ device: LocalDevice) async { await device.settleBoth() }

    @Test func `The store is asked once whom to trust, until another state comes in its place`() async throws {
        let device = try launch()
        await settle(device)
        for _ in 0..<3 { try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        #expect(await list(device.perform { Transaction.all }).count == 3)
        let listener = device.transactions.listen(in: device)
        await settle(device)
        #expect(device.transactions.updates.waiting.count == 3)
        let product = try await product(SampleShop.seeds, device)
        _ = try await product.purchase()
        #expect(wire.count("device/trust") == 1)
        device.work.enqueue { device.handle(.stateReplaced) }
        await settle(device)
        #expect(await list(device.perform { Transaction.all }).count == 4)
        #expect(wire.count("device/trust") == 2)
        withExtendedLifetime(listener) {}
    }

    @Test func `What could not be verified because the store was away is told later`() async throws {
        try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        let device = try launch()
        await settle(device)
        wire.fail("device/trust")
        let listener = device.transactions.listen(in: device)
        await settle(device)
        #expect(device.transactions.updates.waiting.isEmpty)
        wire.fail()
        device.work.enqueue { device.handle(.missed) }
        await settle(device)
        #expect(device.transactions.updates.waiting.count == 1)
        withExtendedLifetime(listener) {}
    }

    @Test(arguments: ["device/transactions", "device/trust"])
    func `A refund that could not be looked up is told later, once`(path: String) async throws {
        let bought = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        try store.finish(transactionID: bought.transactionID)
        let device = try launch()
        let listener = device.transactions.listen(in: device)
        await settle(device)
        let news = Locked<[SessionNews]>([])
        let observer = store.observePortions { events in news.withLock { $0 += events.compactMap(SessionNews.init) } }
        try store.refund(transactionID: bought.transactionID)
        let refund = news.withLock { $0 }
        #expect(refund.flatMap(\.items).map(\.kind) == [.change])
        wire.fail(path)
        device.work.enqueue { device.handle(refund.map { .news($0) }) }
        await settle(device)
        #expect(device.transactions.updates.waiting.isEmpty)
        wire.fail()
        for _ in 0..<2 {
            device.enterForeground()
            await settle(device)
        }
        #expect(device.transactions.updates.waiting.map(\.identifier) == [bought.transactionID])
        #expect(device.transactions.updates.waiting.first?.result.unsafePayloadValue.revocationDate == store.now)
        withExtendedLifetime((listener, observer)) {}
    }

    @Test func `Nobody is charged by a device that cannot know whom to trust`() async throws {
        let device = try launch()
        await settle(device)
        let product = try await product(SampleShop.seeds, device)
        wire.fail("device/trust")
        await #expect(throws: StoreKitError.self) { try await product.purchase() }
        #expect(store.transactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `A refund before the store's first news is told`() async throws {
        wire.holdFirstEvents()
        let device = try launch()
        let listener = device.transactions.listen(in: device)
        let product = try await product(SampleShop.greenhouse, device)
        guard case .success(let result) = try await product.purchase() else {
            Issue.record("it goes through")
            return
        }
        await result.unsafePayloadValue.finish()
        try store.refund(transactionID: String(result.unsafePayloadValue.id))
        wire.answerFirstEvents()
        await settle(device)
        let told = device.transactions.updates.waiting
        #expect(told.map(\.result.unsafePayloadValue.id) == [result.unsafePayloadValue.id])
        #expect(told.first?.result.unsafePayloadValue.revocationDate != nil)
        withExtendedLifetime(listener) {}
    }

    @Test func `A purchase before the store's first news is not told by the queue`() async throws {
        wire.holdFirstEvents()
        let device = try launch()
        let observer = RecordingObserver()
        device.queue.add(observer)
        await settle(device)
        let product = try await product(SampleShop.seeds, device)
        _ = try await product.purchase()
        wire.answerFirstEvents()
        await settle(device)
        #expect(observer.log == [])
    }

    @Test func `The store's time is told when it was heard, and heard on the work queue`() async throws {
        let queue = ManualQueue()
        let device = LocalDevice(
            storeURL: try #require(URL(string: "http://127.0.0.1:1")),
            transport: wire,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: CallbackQueue { queue.enqueue($0) },
            work: CallbackQueue { queue.enqueue($0) },
            retry: CallbackQueue { queue.enqueue($0) }
        )
        let told = Locked([Date]())
        let hear: @Sendable (Date) -> Void = { date in told.withLock { $0.append(date) } }
        wire.fail("device/customer")
        device.tellHeardStoreTime(hear)
        queue.run()
        #expect(told.withLock { $0 } == [])
        wire.fail()
        device.tellHeardStoreTime(hear)
        #expect(told.withLock { $0 } == [])
        queue.run()
        let first = store.now
        #expect(told.withLock { $0 } == [first])
        try store.advance(days: 1)
        device.tellHeardStoreTime(hear)
        #expect(told.withLock { $0 } == [first, first])
        device.tellStoreTime(hear)
        queue.run()
        #expect(told.withLock { $0 } == [first, first, store.now])
    }

    @Test func `A history of any length comes in pages`() async throws {
        let device = try launch()
        await settle(device)
        let count = RemoteStoreSession.pageLength + 1
        for _ in 0..<count { try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        let found = try await device.working { device in
            try device.session.transactions(DeviceSelection(.unfinished)).map(\.transactionID)
        }
        #expect(found == store.transactions(account: SampleShop.customer).map(\.transactionID))
        #expect(wire.count("device/transactions") == 2)
    }

    @Test func `A begun purchase whose product cannot be looked up waits, and is asked for once`() async throws {
        let device = try launch()
        await settle(device)
        try store.promotePurchase(productID: SampleShop.posy, account: SampleShop.customer)
        wire.fail("device/products")
        var intents = device.perform { PurchaseIntent.intents.makeAsyncIterator() }
        await settle(device)
        #expect(device.transactions.intents.waiting.isEmpty)
        wire.fail()
        let before = wire.count("device/purchase-intents")
        device.work.enqueue { device.handle(.promoted) }
        #expect(await intents.next()?.id == SampleShop.posy)
        await settle(device)
        #expect(wire.count("device/purchase-intents") == before + 1)
    }

    @Test func `Eligibility asks for no signatures`() async throws {
        let device = try launch()
        await settle(device)
        let bought = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let group = try store.subscription(bought.originalTransactionID).groupID
        #expect(await device.perform { await SubscriptionInfo.isEligibleForIntroOffer(for: group) } == false)
        #expect(await device.perform { await SubscriptionInfo.isEligibleForIntroOffer(for: "other") })
        var request = DeviceMessages.StatusesRequest(
            account: SampleShop.customer,
            device: UUID(),
            groupID: nil,
            transactionID: nil
        )
        #expect(try store.deviceStatuses(request).statuses.count == 1)
        request.omitsStatuses = true
        #expect(try store.deviceStatuses(request).statuses.isEmpty)
        #expect(try store.deviceStatuses(request).groupIDsWithoutIntroduction == [group])
    }
}
