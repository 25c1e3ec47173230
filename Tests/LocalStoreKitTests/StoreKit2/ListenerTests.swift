import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("Those who listen, and what waits for them", .timeLimit(.minutes(15))) struct ListenerTests {
    @Test func `Elements come in order, and the device's end ends them`() async {
        var listeners: Listeners<Int>? = Listeners()
        let listener = listeners?.listen()
        listeners?.send(1)
        listeners?.send(2)
        #expect(await listener?.next() == 1)
        #expect(await listener?.next() == 2)
        listeners = nil
        #expect(await listener?.next() == nil)
    }

    @Test func `Who has no room misses the oldest`() async {
        let listeners = Listeners<Int>(limit: 2)
        let listener = listeners.listen()
        for number in 1...3 { #expect(listeners.send(number)) }
        #expect(await listener.next() == 2)
        #expect(await listener.next() == 3)
    }

    @Test func `What nobody has room for is refused`() async {
        let listeners = Listeners<Int>(.refuses, limit: 2)
        #expect(!listeners.send(0))
        let listener = listeners.listen()
        #expect(listeners.send(1) && listeners.send(2))
        #expect(!listeners.send(3))
        #expect(listeners.room == 0)
        #expect(await listener.next() == 1)
        #expect(listeners.room == 1)
    }

    @Test func `Of many at once the first are taken that somebody has room for`() async {
        let listeners = Listeners<Int>(.refuses, limit: 3)
        #expect(listeners.send([1, 2]) == 0)
        let full = listeners.listen()
        #expect(listeners.send([1, 2]) == 2)
        let empty = listeners.listen()
        #expect(listeners.send([3, 4, 5, 6]) == 3)
        #expect(listeners.waiting.sorted() == [1, 2, 3, 3, 4, 5])
        #expect(listeners.send([7]) == 0)
        #expect(listeners.send([]) == 0)
        for number in 1...3 { #expect(await full.next() == number) }
        for number in 3...5 { #expect(await empty.next() == number) }
    }

    @Test func `Of many at once who waits gets the first, and the others wait`() async {
        // Whether somebody waits already can be seen by nobody, so it is done until somebody did.
        var wasAwaited = false
        for _ in 0..<10_000 where !wasAwaited {
            let taken = Locked([Int]())
            let mailbox = Mailbox<Int>(
                limit: 2,
                Mailbox.Events(onTake: { number in taken.withLock { $0.append(number) } })
            )
            async let first = mailbox.next()
            await Task.yield()
            let count = mailbox.put([1, 2, 3, 4])
            wasAwaited = count == 3
            #expect(wasAwaited || count == 2)
            #expect(await first == 1)
            #expect(await mailbox.next() == 2)
            if wasAwaited { #expect(await mailbox.next() == 3) }
            #expect(taken.withLock { $0 } == Array(1...count))
        }
        #expect(wasAwaited)
    }

    @Test func `Of many at once the newest are kept where the oldest are missed`() async {
        let listeners = Listeners<Int>(limit: 2)
        let listener = listeners.listen()
        #expect(listeners.send([1, 2, 3, 4]) == 4)
        #expect(listeners.waiting == [3, 4])
        #expect(listeners.send([5]) == 1)
        #expect(await listener.next() == 4)
        #expect(await listener.next() == 5)
    }

    @Test func `What a listener has not taken when it goes is given back, and it is gone`() async {
        let (taken, left) = (Locked([Int]()), Locked([Int]()))
        let listeners = Listeners<Int>()
        do {
            let listener = listeners.listen(
                Mailbox.Events(
                    onTake: { number in taken.withLock { $0.append(number) } },
                    onClose: { numbers in left.withLock { $0 += numbers } }
                )
            )
            for number in 1...3 { listeners.send(number) }
            _ = await listener.next()
        }
        #expect(taken.withLock { $0 } == [1])
        #expect(left.withLock { $0 } == [2, 3])
        #expect(listeners.isEmpty)
    }

    @Test func `A task that is cancelled while it waits hears nil`() async {
        let listeners = Listeners<Int>()
        let listener = listeners.listen()
        let task = Task { await listener.next() }
        task.cancel()
        #expect(await task.value == nil)
        #expect(listeners.isEmpty)
    }

    @Test func `A task that was cancelled before it asks takes nothing, and what waits is given back`() async {
        let left = Locked([Int]())
        let listeners = Listeners<Int>()
        let listener = listeners.listen(Mailbox.Events(onClose: { numbers in left.withLock { $0 += numbers } }))
        listeners.send(1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await listener.next()
        }
        #expect(await task.value == nil)
        #expect(left.withLock { $0 } == [1])
    }

    // MARK: Updates

    @Test func `What waited for a listener that was cancelled is told to the next one`() async throws {
        let shop = try ModernShop()
        let bought = try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        await shop.settle()
        do {
            let leaving = shop.device.transactions.listen(in: shop.device)
            await shop.settle()
            #expect(shop.device.transactions.updates.waiting.map(\.identifier) == [bought.transactionID])
            withExtendedLifetime(leaving) {}
        }
        var inbox = await UpdatesInbox(shop)
        #expect(try await inbox.all().map { String($0.unsafePayloadValue.id) } == [bought.transactionID])
    }

    @Test func `What one listener has taken is not told again when another one goes`() async throws {
        let shop = try ModernShop()
        try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        await shop.settle()
        do {
            // On the queue of the look, so that it comes after both: who listens after it does not hear of what was before.
            let device = shop.device
            let (leaving, reading) = await withCheckedContinuation { both in
                device.work.enqueue {
                    both.resume(
                        returning: (device.transactions.listen(in: device), device.transactions.listen(in: device))
                    )
                }
            }
            await shop.settle()
            #expect(await reading.next()?.result.unsafePayloadValue.productID == SampleShop.greenhouse)
            withExtendedLifetime(leaving) {}
        }
        var inbox = await UpdatesInbox(shop)
        #expect(try await inbox.products() == [])
    }

    @Test func `A refund that waits for room is told after a listener has gone who had the purchase before`()
        async throws
    {
        let shop = try ModernShop()
        let news = Locked<[SessionNews]>([])
        let observer = shop.store.observePortions { events in
            news.withLock { $0 += events.compactMap(SessionNews.init) }
        }
        let bought = try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        await shop.settle()
        let core = TransactionCore(updatesLimit: 1)
        do {
            let leaving = core.listen(in: shop.device)
            await shop.settle()
            #expect(core.updates.waiting.map(\.kind) == [.delivery])
            news.withLock { $0 = [] }
            try shop.store.refund(transactionID: bought.transactionID)
            try shop.store.finish(transactionID: bought.transactionID)
            await shop.settle()
            let refund = news.withLock { $0 }
            #expect(refund.flatMap(\.items).map(\.kind) == [.change])
            let device = shop.device
            device.work.enqueue { core.handle(refund, in: device) }
            await shop.settle()
            withExtendedLifetime(leaving) {}
        }
        await shop.settle()
        let next = core.listen(in: shop.device)
        await shop.settle()
        #expect(core.updates.waiting.map(\.identifier) == [bought.transactionID])
        #expect(core.updates.waiting.first?.result.unsafePayloadValue.revocationDate != nil)
        withExtendedLifetime((next, observer)) {}
    }

    @Test func `A listener that is slow gets everything in the end`() async throws {
        let shop = try ModernShop()
        let bought = try (0..<5).map { _ in
            try shop.store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        }
        await shop.settle()
        let core = TransactionCore(updatesLimit: 2)
        let listener = core.listen(in: shop.device)
        await shop.settle()
        #expect(core.updates.waiting.count == 2)
        var heard: [String] = []
        while heard.count < 5, let told = await listener.next() { heard.append(told.identifier) }
        #expect(heard == bought)
        await shop.settle()
        #expect(core.updates.waiting.isEmpty)
    }

    // MARK: Limits

    @Test func `Purchases that were begun in the App Store wait in a limited number, the newest`() {
        let bench = Bench()
        for number in 0...LocalDevice.maximumStorePurchases {
            bench.device.beginStorePurchase(productIdentifier: "rose", quantity: number + 1)
        }
        bench.queue.run()
        #expect(bench.device.takeBegunPurchases().map(\.quantity) == Array(2...LocalDevice.maximumStorePurchases + 1))
        #expect(bench.device.takeBegunPurchases().isEmpty)
    }

    @Test func `A pause that ends twice ends once`() async throws {
        let shop = try ModernShop()
        try shop.store.setFault(StoreFault(.productRequestSlow, parameters: .init(seconds: 5)))
        shop.device.settings.pause = { _, work in
            work()
            work()
        }
        #expect(try await shop.product(SampleShop.seeds).id == SampleShop.seeds)
    }

    @Test func `A pause that never ends is a time-out`() async throws {
        let shop = try ModernShop()
        try shop.store.setFault(StoreFault(.productRequestSlow, parameters: .init(seconds: 5)))
        shop.device.settings.pause = { _, _ in }
        shop.device.settings.pauseLeeway = -5
        let error = await #expect(throws: StoreKitError.self) { try await shop.product(SampleShop.seeds) }
        guard case .networkError(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.code == .timedOut)
    }

    @Test(arguments: [0.5, 1.5])
    func `B5: An app that takes longer than a second to answer has refused`(seconds: TimeInterval) async throws {
        let shop = try ModernShop()
        try shop.store.setFault(StoreFault(.storefrontSwitch, parameters: .init(storefront: "DEU")))
        let clock = Locked(TimeInterval(0))
        shop.device.settings.uptime = { clock.withLock { $0 } }
        let option = Product.PurchaseOption.onStorefrontChange { _ in
            clock.withLock { $0 += seconds }
            return true
        }
        if seconds < 1 {
            #expect(try await shop.buy(SampleShop.seeds, [option]).storefront.countryCode == "DEU")
        } else {
            await #expect(throws: StoreKitError.self) { try await shop.buy(SampleShop.seeds, [option]) }
            #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
        }
    }
}
