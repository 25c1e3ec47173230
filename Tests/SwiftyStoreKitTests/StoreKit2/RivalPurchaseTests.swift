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

    @Test("A cancelled purchase is not answered by a charge that may be another one's, and the charge is delivered")
    func cancelled() async throws {
        let gate = StoreKit2Gate()
        let launch = try app.launch(through: gate)
        await eventually { gate.asked == 1 }
        launch.deliver()
        let found = await launch.client.retrieveProductsInfo([SampleShop.seeds])
        let seeds = try #require(found.retrievedProducts.first)
        // The first purchase is on its way.
        gate.holdNext(.before)
        let first = Task { await launch.client.purchaseProduct(seeds) }
        await eventually { gate.held == 1 }
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
