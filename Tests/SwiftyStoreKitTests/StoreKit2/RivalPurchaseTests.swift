import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Purchases of one product at the same time on StoreKit 2", .timeLimit(.minutes(5)))
struct RivalPurchaseTests {
    private let app: EitherApp

    init() throws { app = try EitherApp() }

    /// A purchase of seeds, as StoreKit 2 signs it.
    private func charge() async throws -> SignedTransaction {
        let launch = try app.launch(.storeKit1)
        try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        var signed: [SignedTransaction] = []
        try await launch.device.perform {
            for await result in Transaction.unfinished { signed.append(try SignedTransaction.reading(result).get()) }
        }
        return try #require(signed.last)
    }

    private var order: PaymentOrder {
        let payment = SKMutablePayment()
        payment.productIdentifier = SampleShop.seeds
        return PaymentOrder(payment)
    }

    /// A launch in which a purchase of seeds is on its way, as long as `gate` is closed.
    private func buying(
        _ gate: StoreKit2Gate
    ) async throws -> (launch: EitherLaunch, seeds: SKProduct, purchase: Task<PurchaseResult, Never>) {
        let launch = try app.launch(through: gate)
        await eventually { gate.asked == 1 }
        launch.deliver()
        let found = await launch.client.retrieveProductsInfo([SampleShop.seeds])
        let seeds = try #require(found.retrievedProducts.first)
        gate.holdNext(.before)
        let purchase = Task { await launch.client.purchaseProduct(seeds) }
        await eventually { gate.held == 1 }
        return (launch, seeds, purchase)
    }

    @Test("A cancelled purchase is not answered by a charge that may be another one's, and the charge is delivered")
    func cancelled() async throws {
        let gate = StoreKit2Gate()
        let (launch, seeds, first) = try await buying(gate)
        // Before the customer cancels the second one, there is a charge.
        launch.device.settings.paymentSheet = { [store = app.store] _ in
            _ = try? store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
            return .cancel
        }
        let second = await launch.client.purchaseProduct(seeds)
        launch.device.settings.paymentSheet = { _ in .confirm }
        gate.open()
        guard case .error(let error) = second, case .success(let bought) = await first.value else {
            Issue.record("one is cancelled, and one bought")
            return
        }
        #expect(error.code == .paymentCancelled)
        await eventually { app.unfinished == [] }
        // What the first one brought, and what nobody claimed.
        #expect(app.delivered == [SampleShop.seeds, SampleShop.seeds])
        let charged = app.store.transactions(account: SampleShop.customer).map(\.transactionID)
        #expect(charged.count == 2)
        #expect(bought.transaction.transactionIdentifier == charged.last)
    }

    @Test("A charge that two purchases fit waits for the one that runs on, and answers it")
    func waits() async throws {
        let charge = try await charge()
        var book = TransactionBook()
        let (first, second) = (book.begin(order), book.begin(order))
        let left = book.failed(second, SKError(.paymentCancelled), unlessCharged: [charge])
        #expect(second.transactionState == .failed)
        #expect(left.map(\.id) == [charge.id])
        guard case .held(isFirst: true) = book.arrive(charge) else {
            Issue.record("it is not held")
            return
        }
        #expect(book.purchased(first, charge).isEmpty)
        #expect(first.transactionIdentifier == charge.id)
    }

    @Test("A charge is also held for a purchase that took so long that it had stopped holding")
    func holdsAgain() async throws {
        let charge = try await charge()
        var book = TransactionBook()
        let (first, second) = (book.begin(order), book.begin(order))
        #expect(book.stopHolding(first).isEmpty)
        _ = book.failed(second, SKError(.paymentCancelled), unlessCharged: [charge])
        guard case .held = book.arrive(charge) else {
            Issue.record("it is not held")
            return
        }
        // That one brings nothing after all: then the charge is what it was charged.
        #expect(book.failed(first, SKError(.unknown), unlessCharged: [charge]).isEmpty)
        #expect(first.transactionState == .purchased)
        #expect(first.transactionIdentifier == charge.id)
    }

    @Test("What is taken away while a purchase holds it is not shown when the purchase ends")
    func takenAway() async throws {
        let charge = try await charge()
        var book = TransactionBook()
        let first = book.begin(order)
        guard case .held(isFirst: true) = book.arrive(charge) else {
            Issue.record("it is not held")
            return
        }
        let isForgotten = book.revoke(charge)
        #expect(isForgotten)
        #expect(book.held(for: first).isEmpty)
        let shown = book.failed(first, SKError(.paymentCancelled))
        #expect(shown.isEmpty)
    }

    @Test("What is held beside something that is taken away is shown when it was held long enough")
    func releasedLater() async throws {
        let (gate, sleeper) = (StoreKit2Gate(), ManualSleeper())
        gate.whenSleeping { await sleeper.sleep($0) }
        // A purchase that is on its way holds both.
        let (launch, _, purchase) = try await buying(gate)
        let backend = try #require(launch.client.backend as? StoreKit2Backend)
        let isHeld: @Sendable (StoreTransaction) -> Bool = { bought in
            !backend.withBook { $0.holders(of: bought.transactionID) }.isEmpty
        }
        let first = try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        await eventually { isHeld(first) && sleeper.requested == [StoreKit2Backend.longestHold] }
        let second = try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        await eventually { isHeld(second) }
        try app.store.refund(transactionID: first.transactionID)
        await eventually { !isHeld(first) }
        #expect(isHeld(second))
        sleeper.wake()
        await eventually { app.delivered == [SampleShop.seeds] }
        gate.open()
        guard case .success = await purchase.value else {
            Issue.record("not bought")
            return
        }
        await eventually { app.delivered == [SampleShop.seeds, SampleShop.seeds] && app.unfinished == [] }
    }

    @Test("A purchase that runs alone is answered by its charge, and by none that is known")
    func alone() async throws {
        let charge = try await charge()
        var book = TransactionBook()
        let first = book.begin(order)
        #expect(book.failed(first, SKError(.unknown), unlessCharged: [charge]).isEmpty)
        #expect(first.transactionState == .purchased)
        let second = book.begin(order)
        #expect(book.failed(second, SKError(.unknown), unlessCharged: [charge]).isEmpty)
        #expect(second.transactionState == .failed)
    }
}
