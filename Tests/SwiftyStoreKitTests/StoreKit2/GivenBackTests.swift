import AppStoreModels
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// A right that was taken away comes back under its old identifier: whoever has locked it has to hear of it.
@Suite("What is taken away and given back", .timeLimit(.minutes(5)))
struct GivenBackTests {
    private let app: EitherApp
    private static let both = [StoreKitChoice.storeKit1, .storeKit2]

    init() throws { app = try EitherApp() }

    private var transactions: [StoreTransaction] { app.store.transactions(account: SampleShop.customer) }

    /// Whether a client remembers that it has delivered a purchase, or what else it keeps of purchases under a key.
    private func remembers(
        _ launch: EitherLaunch,
        _ identifier: String,
        as key: String = DeliveryLedger.key
    ) throws -> Bool {
        let data = try launch.client.storage.data(forKey: key) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").contains { $0 == identifier }
    }

    /// Whichever interface comes next has nothing left to do.
    private func expectNothingLeft() async throws {
        for storeKit in Self.both {
            let next = try app.launch(storeKit)
            next.deliver()
            await next.settle()
            #expect(next.calls.withLock { $0 } == 0, "\(storeKit) delivers once more")
            next.kill()
        }
    }

    @Test("A refund that is taken back delivers the right again, once", arguments: [true, false])
    func reversed(isOfThisLaunch: Bool) async throws {
        if !isOfThisLaunch {
            let earlier = try app.launch(.storeKit2)
            earlier.deliver()
            await earlier.buy(SampleShop.greenhouse)
            await eventually { app.unfinished == [] && earlier.client.isDelivered }
            earlier.kill()
            // Longer ago than clocks disagree.
            try app.store.advance(days: 1)
        }
        let launch = try app.launch(.storeKit2)
        let lost = launch.losses()
        launch.deliver()
        await launch.settle()
        if isOfThisLaunch { await launch.buy(SampleShop.greenhouse) }
        await eventually { app.delivered.count == 1 && app.unfinished == [] && launch.client.isDelivered }
        let bought = try #require(transactions.first).transactionID
        for round in 1...2 {
            try app.store.refund(transactionID: bought)
            await eventually { lost.withLock { $0.count } == round }
            try app.store.reverseRefund(transactionID: bought)
            await eventually { app.delivered.count == 1 + round && launch.client.isDelivered }
            // No two refunds are of one moment.
            try app.store.advance(by: 1)
        }
        await launch.settle()
        #expect(app.delivered == [SampleShop.greenhouse, SampleShop.greenhouse, SampleShop.greenhouse])
        #expect(lost.withLock { $0 } == [SampleShop.greenhouse, SampleShop.greenhouse])
        launch.kill()
        try await expectNothingLeft()
    }

    @Test("A refund that is taken back in a later launch delivers the right again, once", arguments: [true, false])
    func reversedLater(isRunning: Bool) async throws {
        let first = try app.launch(.storeKit2)
        let lost = first.losses()
        first.deliver()
        await first.buy(SampleShop.greenhouse)
        await eventually { app.unfinished == [] && first.client.isDelivered }
        let bought = try #require(transactions.first).transactionID
        try app.store.refund(transactionID: bought)
        await eventually { lost.withLock { $0.count } == 1 }
        try await eventually { try !remembers(first, bought) }
        first.kill()
        // Longer ago than clocks disagree.
        try app.store.advance(days: 1)
        if !isRunning { try app.store.reverseRefund(transactionID: bought) }
        let second = try app.launch(.storeKit2)
        second.deliver()
        await second.settle()
        if isRunning {
            #expect(app.delivered == [SampleShop.greenhouse])
            try app.store.reverseRefund(transactionID: bought)
        }
        await eventually { app.delivered.count == 2 && second.client.isDelivered }
        await second.settle()
        #expect(app.delivered == [SampleShop.greenhouse, SampleShop.greenhouse])
        second.kill()
        try await expectNothingLeft()
    }

    @Test("What is taken away before the app says who delivers is delivered again when it is given back")
    func lostWithoutHandler() async throws {
        let first = try app.launch(.storeKit2)
        first.deliver()
        await first.buy(SampleShop.greenhouse)
        await eventually { app.unfinished == [] && first.client.isDelivered }
        let bought = try #require(transactions.first).transactionID
        first.kill()
        // Longer ago than clocks disagree.
        try app.store.advance(days: 1)
        let second = try app.launch(.storeKit2)
        let lost = second.losses()
        await second.settle()
        try app.store.refund(transactionID: bought)
        await eventually { lost.withLock { $0 } == [SampleShop.greenhouse] }
        second.deliver()
        try app.store.reverseRefund(transactionID: bought)
        await eventually { app.delivered.count == 2 && second.client.isDelivered }
        #expect(app.delivered == [SampleShop.greenhouse, SampleShop.greenhouse])
        second.kill()
        try await expectNothingLeft()
    }

    @Test("What is taken away while its delivery fails is not tried again, and is delivered when it is given back")
    func spared() async throws {
        let launch = try app.launch(.storeKit2)
        let (lost, calls) = (launch.losses(), Locked(0))
        launch.client.deliver { _ in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            guard call == 1 else { return }
            await eventually { lost.withLock { $0 } == [SampleShop.greenhouse] }
            throw DeliveryTestError()
        }
        await launch.buy(SampleShop.greenhouse)
        await eventually { calls.withLock { $0 } == 1 }
        let bought = try #require(transactions.first).transactionID
        try app.store.refund(transactionID: bought)
        // Written when the purchase was given up.
        try await eventually { try remembers(launch, bought, as: StoreKit2Backend.owedKey) }
        #expect(calls.withLock { $0 } == 1)
        #expect(launch.client.isDelivered)
        try app.store.reverseRefund(transactionID: bought)
        await eventually { calls.withLock { $0 } == 2 && launch.client.isDelivered }
        #expect(try remembers(launch, bought))
    }

    @Test("The app hears of it if what was taken away cannot be kept for later launches")
    func storageFails() async throws {
        let launch = try app.launch(through: StoreKit2Gate(), storage: BrokenStorage())
        let (lost, failed) = (launch.losses(), Locked(0))
        await launch.buy(SampleShop.greenhouse)
        await eventually { app.unfinished == [] }
        launch.client.log.sink = { event in
            if event.kind == .storageFailed { failed.withLock { $0 += 1 } }
        }
        try app.store.refund(transactionID: try #require(transactions.first).transactionID)
        await eventually { lost.withLock { $0 } == [SampleShop.greenhouse] }
        #expect(failed.withLock { $0 } == 1)
    }

    @Test("A refund that is taken back grants nothing a second time that adds up")
    func reversedConsumable() async throws {
        let launch = try app.launch(.storeKit2)
        launch.deliver()
        await launch.buy(SampleShop.seeds)
        await eventually { launch.finished.withLock { $0 } == 1 && launch.client.isDelivered }
        let news = news(launch)
        let bought = try #require(transactions.first).transactionID
        try app.store.refund(transactionID: bought)
        await eventually { news.withLock { $0 } == [true] }
        try app.store.reverseRefund(transactionID: bought)
        await eventually { news.withLock { $0 } == [true, false] }
        await launch.settle()
        #expect(app.delivered == [SampleShop.seeds])
    }

    @Test("What another device has finished is not granted here because its refund is taken back")
    func finishedElsewhere() async throws {
        let launch = try app.launch(.storeKit2)
        launch.deliver()
        await launch.settle()
        let news = news(launch)
        // This device looks when the other one is done.
        try app.store.setFault(StoreFault(.offline))
        let bought = try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try app.store.finish(transactionID: bought.transactionID)
        try app.store.clearFaults()
        try app.store.refund(transactionID: bought.transactionID)
        await eventually { news.withLock { $0 } == [true] }
        try app.store.reverseRefund(transactionID: bought.transactionID)
        await eventually { news.withLock { $0 } == [true, false] }
        await launch.settle()
        #expect(app.delivered == [])
        #expect(launch.client.isDelivered)
    }

    /// Who watches the transactions hears whether one was taken away.
    private func news(_ launch: EitherLaunch) -> Locked<[Bool]> {
        let heard = Locked([Bool]())
        let transactions = launch.client.transactions
        Task {
            for await purchase in transactions {
                heard.withLock { $0.append(purchase.transaction.signedDates?.revocation != nil) }
            }
        }
        return heard
    }

    @Test("What a family shares again is delivered again", arguments: both, both)
    func shared(before: StoreKitChoice, after: StoreKitChoice) async throws {
        try app.joinFamily()
        try app.store.buy(productID: SampleShop.bouquet, account: "rose")
        let first = try app.launch(before)
        let lost = first.losses()
        first.deliver()
        await eventually { app.delivered == [SampleShop.bouquet] && app.unfinished == [] && first.client.isDelivered }
        let shared = try #require(transactions.first).transactionID
        #expect(try remembers(first, shared))
        try app.store.leaveFamily(account: SampleShop.customer)
        await eventually { lost.withLock { $0 } == [SampleShop.bouquet] }
        try await eventually { try !remembers(first, shared) }
        first.kill()
        try app.store.joinFamily(id: "family", account: SampleShop.customer)
        #expect(transactions.map(\.transactionID) == [shared])
        let second = try app.launch(after)
        second.deliver()
        await eventually { app.delivered.count == 2 && app.unfinished == [] && second.client.isDelivered }
        second.kill()
        try await expectNothingLeft()
        #expect(app.delivered == [SampleShop.bouquet, SampleShop.bouquet])
    }

    @Test("What a family shares again is delivered while the app runs")
    func sharedWhileRunning() async throws {
        try app.joinFamily()
        try app.store.buy(productID: SampleShop.bouquet, account: "rose")
        let launch = try app.launch(.storeKit2)
        let lost = launch.losses()
        launch.deliver()
        await eventually { app.delivered.count == 1 && app.unfinished == [] && launch.client.isDelivered }
        try app.store.leaveFamily(account: SampleShop.customer)
        await eventually { lost.withLock { $0 } == [SampleShop.bouquet] }
        try app.store.joinFamily(id: "family", account: SampleShop.customer)
        await eventually { app.delivered.count == 2 && app.unfinished == [] && launch.client.isDelivered }
        launch.kill()
        try await expectNothingLeft()
    }
}
