import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// An app that listens to both APIs gets what was bought in this launch once.
@Suite("StoreKit 1 and 2: one delivery in a launch", .timeLimit(.minutes(15)))
struct OneDeliveryTests {
    private let shop: ModernShop
    private let observer = RecordingObserver()

    init() throws { shop = try ModernShop() }

    /// Ways in which the queue comes to look at everything that is unfinished.
    enum Occasion: CaseIterable {
        case reconnecting, foreground, firstObserver
    }

    private func come(_ occasion: Occasion) async throws {
        switch occasion {
        case .reconnecting:
            try shop.store.setFault(StoreFault(.offline))
            await shop.settleBoth()
            try shop.store.clearFaults()
        case .foreground: shop.device.enterForeground()
        case .firstObserver:
            shop.device.queue.remove(observer)
            shop.device.queue.add(observer)
        }
        await shop.settleBoth()
    }

    private func buyByStoreKit1(_ product: String, asks: Bool = false) async {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        payment.simulatesAskToBuyInSandbox = asks
        shop.device.queue.add(payment)
        await shop.settleBoth()
    }

    @Test(arguments: Occasion.allCases)
    func `What StoreKit 2 returned is not given to the queue`(occasion: Occasion) async throws {
        shop.device.queue.add(observer)
        try await shop.buy(SampleShop.seeds)
        try await come(occasion)
        #expect(observer.log == [])
        #expect(shop.device.queue.transactions.isEmpty)
    }

    @Test(arguments: Occasion.allCases)
    func `What the queue bought does not come through updates`(occasion: Occasion) async throws {
        shop.device.queue.add(observer)
        await buyByStoreKit1(SampleShop.seeds)
        // A listener that comes late.
        var inbox = await UpdatesInbox(shop)
        try await come(occasion)
        #expect(try await inbox.products() == [])
        #expect(observer.log.first == "purchasing \(SampleShop.seeds)")
    }

    @Test func `A purchase elsewhere is told by updates, if the app listens`() async throws {
        shop.device.settings.deliversOtherPurchasesAtOnce = true
        shop.device.queue.add(observer)
        var inbox = await UpdatesInbox(shop)
        try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        #expect(try await inbox.products() == [SampleShop.greenhouse])
        for occasion in Occasion.allCases { try await come(occasion) }
        #expect(observer.log == [])
    }

    @Test func `A purchase elsewhere is told by the queue, if the app does not listen to updates`() async throws {
        shop.device.settings.deliversOtherPurchasesAtOnce = true
        shop.device.queue.add(observer)
        try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        await shop.settleBoth()
        #expect(observer.log == ["purchased \(SampleShop.greenhouse)"])
        var inbox = await UpdatesInbox(shop)
        #expect(try await inbox.products() == [])
    }

    /// How many pieces of work are done when something is bought elsewhere: none, the look of the API that the app began with at
    /// what was there before the launch, and that of the other one as well.
    @Test(arguments: 0...2, [false, true])
    func `What is bought elsewhere in the first moment of a launch comes to updates`(
        looks: Int,
        queueFirst: Bool
    ) throws {
        let queue = ManualQueue()
        let manual = CallbackQueue { queue.enqueue($0) }
        let device = try LocalDevice(
            store: shop.store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: manual,
            work: manual
        )
        if queueFirst { device.queue.add(observer) }
        let listener = device.transactions.listen(in: device)
        if !queueFirst { device.queue.add(observer) }
        if looks == 2 { queue.run() } else { for _ in 0..<looks { queue.step() } }
        let bought = try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        queue.run()
        device.enterForeground()
        queue.run()
        #expect(device.transactions.updates.waiting.map(\.identifier) == [bought.transactionID])
        // What both come upon when they look first is as good as from before, and each tells it.
        #expect(observer.log.contains("purchased \(SampleShop.greenhouse)") == (looks == 0))
        withExtendedLifetime(listener) {}
    }

    @Test func `Restored copies of an earlier launch come to the queue, also if the app listens to updates`()
        async throws
    {
        shop.device.queue.add(observer)
        await buyByStoreKit1(SampleShop.greenhouse)
        shop.device.queue.finishTransaction(try #require(observer.transactions.last))
        await shop.settleBoth()
        shop.device.queue.restoreCompletedTransactions()
        await shop.settleBoth()
        let next = try ModernShop.launch(shop.store)
        var inbox = await UpdatesInbox(shop.store, next)
        let other = RecordingObserver()
        next.queue.add(other)
        await next.settleBoth()
        #expect(other.log == ["restored \(SampleShop.greenhouse)"])
        #expect(try await inbox.products() == [])
    }

    @Test func `What the queue finished and the store did not hear comes back to the queue, and not to updates`()
        async throws
    {
        shop.device.queue.add(observer)
        var inbox = await UpdatesInbox(shop)
        await buyByStoreKit1(SampleShop.seeds)
        try shop.store.setFault(StoreFault(.offline))
        shop.device.queue.finishTransaction(try #require(observer.transactions.last))
        await shop.settleBoth()
        try shop.store.clearFaults()
        await shop.settleBoth()
        let finished = ["purchasing", "purchased", "removed"].map { "\($0) \(SampleShop.seeds)" }
        #expect(observer.log == finished + ["purchased \(SampleShop.seeds)"])
        #expect(try await inbox.products() == [])
    }

    @Test(arguments: [true, false])
    func `What a parent allowed meanwhile is told by the API that asked`(isModern: Bool) async throws {
        shop.device.queue.add(observer)
        var inbox = await UpdatesInbox(shop)
        if isModern {
            let product = try await shop.product(SampleShop.seeds)
            _ = try await product.purchase(options: [.simulatesAskToBuyInSandbox(true)])
        } else {
            await buyByStoreKit1(SampleShop.seeds, asks: true)
        }
        try shop.store.setFault(StoreFault(.offline))
        await shop.settleBoth()
        try shop.store.approve(attempt: try #require(shop.store.attempts.last).id)
        try shop.store.clearFaults()
        await shop.settleBoth()
        #expect(observer.log.contains("purchased \(SampleShop.seeds)") == !isModern)
        #expect(try await inbox.products() == (isModern ? [SampleShop.seeds] : []))
    }

    @Test(arguments: [true, false])
    func `The next launch tells what is unfinished by every API that listens`(isModern: Bool) async throws {
        if isModern { try await shop.buy(SampleShop.greenhouse) } else { await buyByStoreKit1(SampleShop.greenhouse) }
        let next = try ModernShop.launch(shop.store)
        next.queue.add(observer)
        await next.settleBoth()
        #expect(observer.log == ["purchased \(SampleShop.greenhouse)"])
        var inbox = await UpdatesInbox(shop.store, next)
        #expect(try await inbox.products() == [SampleShop.greenhouse])
        let last = try ModernShop.launch(shop.store)
        var earlier = await UpdatesInbox(shop.store, last)
        #expect(try await earlier.products() == [SampleShop.greenhouse])
        let other = RecordingObserver()
        last.queue.add(other)
        await last.settleBoth()
        #expect(other.log == ["purchased \(SampleShop.greenhouse)"])
    }

    @Test func `A subscription that is bought again after it was finished is delivered again`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        await bought.finish()
        var inbox = await UpdatesInbox(shop)
        try shop.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        #expect(try await inbox.all().map(\.unsafePayloadValue.id) == [bought.id])
    }
}

/// The rules by themselves.
@Suite("What the app has heard in a launch") struct LaunchDeliveriesTests {
    private typealias API = LaunchDeliveries.API

    /// Who gets a transaction that both APIs come upon, in this order.
    private func claims(_ deliveries: LaunchDeliveries, _ identifier: String = "1", _ order: API...) -> [Bool] {
        var deliveries = deliveries
        return order.map { deliveries.claim(identifier, by: $0) }
    }

    @Test func `What one API bought the other does not claim, until it is finished`() {
        var deliveries = LaunchDeliveries()
        deliveries.buy("1", with: .storeKit1)
        #expect(claims(deliveries, "1", .storeKit2, .storeKit1) == [false, true])
        deliveries.finish("1")
        #expect(claims(deliveries, "1", .storeKit2) == [true])
    }

    @Test func `What is from before the launch both claim, StoreKit 2 once`() {
        #expect(claims(LaunchDeliveries(), "1", .storeKit1, .storeKit2, .storeKit2) == [true, true, false])
    }

    @Test func `What came since goes to who claims it first`() {
        var deliveries = LaunchDeliveries()
        _ = deliveries.hear(of: "2")
        #expect(claims(deliveries, "2", .storeKit2, .storeKit1) == [true, false])
        deliveries.begin(.storeKit1)
        #expect(claims(deliveries, "1", .storeKit1, .storeKit2) == [true, false])
    }

    @Test func `What StoreKit 2 has not looked at is news`() {
        var deliveries = LaunchDeliveries()
        #expect(!deliveries.isNews("1"))
        deliveries.begin(.storeKit2)
        #expect(deliveries.isNews("1"))
        _ = deliveries.hear(of: "1")
        #expect(!deliveries.isNews("1"))
    }

    @Test("What came since goes to who came upon it before the news of it", arguments: [true, false])
    func beforeTheNews(isModern: Bool) {
        let (first, second): (API, API) = isModern ? (.storeKit2, .storeKit1) : (.storeKit1, .storeKit2)
        var deliveries = LaunchDeliveries()
        let early = deliveries.claim("1", by: first)
        #expect(early)
        _ = deliveries.hear(of: "1")
        #expect(claims(deliveries, "1", second) == [false])
        deliveries.finish("1")
        #expect(claims(deliveries, "1", second) == [true])
    }

    @Test func `Of as many transactions as may be due it is known who has them`() {
        var deliveries = LaunchDeliveries()
        deliveries.buy("0", with: .storeKit1)
        for number in 1..<TransactionCore.dueLimit { _ = deliveries.hear(of: "\(number)") }
        #expect(claims(deliveries, "0", .storeKit2) == [false])
    }

    @Test func `What an attempt became is for the API that asked`() {
        var deliveries = LaunchDeliveries()
        deliveries.wait(for: "a", with: .storeKit2)
        deliveries.wait(for: "b", with: .storeKit1)
        deliveries.wait(for: "c", with: .storeKit1)
        #expect(deliveries.isWaiting)
        deliveries.learn(["a": .completed(transaction: "1"), "b": .completed(transaction: "2"), "c": .declined])
        #expect(!deliveries.isWaiting)
        #expect(claims(deliveries, "1", .storeKit1, .storeKit2) == [false, true])
        #expect(claims(deliveries, "2", .storeKit2, .storeKit1) == [false, true])
    }

    @Test func `Of too many values the newest are kept`() {
        var values = RecentValues<Int>(limit: 3)
        for number in 0..<7 { values["\(number)"] = number }
        #expect(values.identifiers == ["4", "5", "6"])
        values["5"] = nil
        values["4"] = 40
        values["5"] = 50
        #expect(values.identifiers == ["4", "6", "5"])
        let first = values.removeFirst(2)
        #expect(first.map(\.value) == [40, 6])
        #expect(values.identifiers == ["5"])
        let rest = values.removeFirst(9)
        #expect(rest.map(\.value) == [50])
        #expect(values.isEmpty)
    }

    @Test func `A value is changed where it stands, and added if there is none and one is offered`() {
        var values = RecentValues<Int>(limit: 3)
        let before = values.update("1", default: 10) { value in
            defer { value += 1 }
            return value
        }
        #expect(before == 10)
        values["2"] = 20
        values.update("1", default: 0) { $0 *= 2 }
        values.update("3") { $0 += 1 }
        #expect(values.identifiers == ["1", "2"])
        #expect(values["1"] == 22)
        #expect(values["3"] == nil)
        values["1"] = nil
        values["1"] = 1
        let all = values.removeFirst(2)
        #expect(all.map(\.identifier) == ["2", "1"])
        #expect(values.isEmpty && values.identifiers.isEmpty)
    }
}
