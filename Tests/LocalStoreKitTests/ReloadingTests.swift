import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("A device whose store gets another state") struct ReloadingTests {
    private let bench: FaultBench
    private var store: LocalAppStore { bench.store }

    init() throws { bench = try FaultBench() }

    /// What the observer hears of something that is done to the store.
    private func hears(_ change: () throws -> Void) rethrows -> [String] {
        try change()
        return bench.news()
    }

    @Test func `A restored snapshot takes away what it does not know, and brings what it has`() throws {
        _ = bench.buy(SampleShop.greenhouse)
        let snapshot = try store.snapshot()
        _ = bench.finishAll()
        _ = bench.buy(SampleShop.seeds)
        let heard = try hears { try store.restore(snapshot: snapshot) }
        #expect(heard == ["removed seeds", "purchased greenhouse"])
        #expect(bench.device.queue.transactions.map(\.payment.productIdentifier) == [SampleShop.greenhouse])
        #expect(try bench.receipt() == "good receipt")
        #expect(bench.finishAll() == ["removed greenhouse"])
        #expect(store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `What the snapshot has too stays in the queue, and is not delivered again`() throws {
        _ = bench.buy(SampleShop.greenhouse)
        let transaction = try #require(bench.device.queue.transactions.first)
        let snapshot = try store.snapshot()
        #expect(try hears { try store.restore(snapshot: snapshot) } == [])
        #expect(bench.device.queue.transactions.first === transaction)
    }

    @Test func `The receipt is that of the restored state`() throws {
        let snapshot = try store.snapshot()
        _ = bench.buy(SampleShop.greenhouse)
        #expect(try bench.purchasesInReceipt() == [SampleShop.greenhouse])
        try store.restore(snapshot: snapshot)
        bench.queue.run()
        #expect(try bench.purchasesInReceipt() == [])
    }

    @Test func `A device that has no receipt gets none by a restored snapshot`() throws {
        try store.restore(snapshot: try store.snapshot())
        bench.queue.run()
        #expect(try bench.receipt() == "no receipt")
    }

    @Test func `A purchase that waits for approval goes with the attempt, and goes on with it`() throws {
        let empty = try store.snapshot()
        try store.updateSettings { $0.askToBuyEnabled = true }
        #expect(bench.buy() == ["purchasing seeds", "deferred seeds"])
        let waiting = try store.snapshot()
        try store.approve(attempt: try #require(store.attempts.first).id)
        let approved = try store.snapshot()
        #expect(try hears { try store.restore(snapshot: empty) } == ["purchased seeds", "removed seeds"])
        #expect(try hears { try store.restore(snapshot: waiting) } == [])
        #expect(try hears { try store.restore(snapshot: approved) } == ["purchased seeds"])
    }

    @Test func `Observers hear that the storefront is another one, and only then`() throws {
        let american = try store.snapshot()
        try store.setStorefront("DEU", account: SampleShop.customer)
        #expect(bench.news() == ["storefront changed"])
        #expect(try hears { try store.restore(snapshot: american) } == ["storefront changed"])
        #expect(bench.device.queue.storefront?.countryCode == "USA")
        #expect(try hears { try store.restore(snapshot: american) } == [])
    }

    @Test func `A state without the customer gets the customer, who can buy`() throws {
        let stranger = LocalAppStore(
            configuration: store.configuration,
            app: store.app,
            authority: store.authority,
            start: store.now
        )
        try store.restore(snapshot: try stranger.snapshot())
        bench.queue.run()
        #expect(store.accounts.map(\.id) == [SampleShop.customer])
        #expect(bench.buy() == ["purchasing seeds", "purchased seeds"])
    }

    @Test(arguments: [nil, SampleShop.customer])
    func `What is deleted leaves the queue and the receipt`(account: String?) throws {
        _ = bench.buy(SampleShop.greenhouse) + bench.finishAll() + bench.buy(SampleShop.seeds)
        #expect(try hears { try store.clearTransactions(account: account) } == ["removed seeds"])
        #expect(bench.device.queue.transactions.isEmpty)
        #expect(try bench.purchasesInReceipt() == [])
        #expect(bench.foreground() == [])
    }

    @Test func `Only what was deleted leaves the queue`() throws {
        _ = bench.buy(SampleShop.greenhouse) + bench.buy(SampleShop.seeds)
        let seeds = try #require(store.transactions(account: SampleShop.customer).last)
        #expect(try hears { try store.delete(transactionID: seeds.transactionID) } == ["removed seeds"])
        #expect(bench.device.queue.transactions.map(\.payment.productIdentifier) == [SampleShop.greenhouse])
    }

    @Test func `A device that is cut off looks at everything anew when it is back`() throws {
        let empty = try store.snapshot()
        _ = bench.buy(SampleShop.greenhouse)
        try store.setStorefront("DEU", account: SampleShop.customer)
        #expect(bench.news() == ["storefront changed"])
        try store.restore(snapshot: empty)
        let fault = try store.setFault(StoreFault(.offline))
        #expect(bench.news() == [])
        #expect(bench.device.queue.transactions.count == 1)
        #expect(try hears { try store.clearFault(fault.id) } == ["removed greenhouse", "storefront changed"])
    }
}
