import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("The client on StoreKit 2", .timeLimit(.minutes(5)))
struct StoreKit2ClientTests {
    private let app: EitherApp
    private let launch: EitherLaunch

    init() throws {
        app = try EitherApp(codeOffers: ["Spring"])
        launch = try app.launch(.storeKit2)
    }

    private var client: StoreClient { launch.client }

    private func product(_ identifier: String) async throws -> SKProduct {
        try #require(await client.retrieveProductsInfo([identifier]).retrievedProducts.first)
    }

    private func purchase(_ result: PurchaseResult) throws -> PurchaseDetails {
        guard case .success(let purchase) = result else { throw NotBought(result: result) }
        return purchase
    }

    private struct NotBought: Error { let result: PurchaseResult }

    private func error(_ result: PurchaseResult) throws -> SKError {
        guard case .error(let error) = result else { throw NotBought(result: result) }
        return error
    }

    @Test func `Which interface it is on the client says`() throws {
        #expect(client.storeKit == .storeKit2)
        #expect(try app.launch(.storeKit1).client.storeKit == .storeKit1)
        #expect(try app.launch(.automatic).client.storeKit == StoreKitChoice.automatic.resolved)
    }

    @Test func `Both interfaces describe a product in the same words`() async throws {
        let classic = try app.launch(.storeKit1)
        let old = try #require(await classic.client.retrieveProductsInfo([SampleShop.posy]).retrievedProducts.first)
        let new = try await product(SampleShop.posy)
        #expect(new.productIdentifier == old.productIdentifier)
        #expect(new.localizedTitle == old.localizedTitle)
        #expect(new.localizedDescription == old.localizedDescription)
        #expect(new.price == old.price)
        #expect(new.localizedPrice == old.localizedPrice)
        #expect(new.priceLocale.currency?.identifier == old.priceLocale.currency?.identifier)
        #expect(new.isFamilyShareable == old.isFamilyShareable)
        #expect(new.subscriptionGroupIdentifier == old.subscriptionGroupIdentifier)
        #expect(new.subscriptionPeriod?.unit == old.subscriptionPeriod?.unit)
        #expect(new.subscriptionPeriod?.numberOfUnits == old.subscriptionPeriod?.numberOfUnits)
        #expect(new.introductoryPrice?.paymentMode == old.introductoryPrice?.paymentMode)
        #expect(new.introductoryPrice?.numberOfPeriods == old.introductoryPrice?.numberOfPeriods)
        #expect(new.introductoryPrice?.price == old.introductoryPrice?.price)
        #expect(new.discounts.map(\.identifier) == old.discounts.map(\.identifier))
    }

    @Test func `Unknown identifiers are told apart from known ones`() async throws {
        let results = await client.retrieveProductsInfo([SampleShop.seeds, "weed"])
        #expect(results.retrievedProducts.map(\.productIdentifier) == [SampleShop.seeds])
        #expect(results.invalidProductIDs == ["weed"])
        #expect(results.error == nil)
        #expect(try error(await launch.buy("weed")).code == .paymentInvalid)
    }

    @Test func `A purchase has its JWS, which a server that trusts the store verifies`() async throws {
        let bought = try purchase(await launch.buy(SampleShop.greenhouse))
        let jws = try #require(bought.jwsRepresentation)
        let verified = try JWSVerifier(policy: app.store.trustPolicy).verify(jws)
        #expect(verified.json[string: "transactionId"] == bought.transaction.transactionIdentifier)
        #expect(bought.productId == SampleShop.greenhouse)
        #expect(bought.originalTransaction == nil)
        #expect(!bought.needsFinishTransaction)
        await eventually { app.unfinished == [] }
    }

    @Test func `What is delivered has its JWS, and is finished only then`() async throws {
        let seen = Locked([String?]())
        let app = app
        client.deliver { purchase in
            #expect(app.unfinished == [SampleShop.seeds])
            seen.withLock { $0.append(purchase.jwsRepresentation) }
        }
        let bought = try purchase(await launch.buy(SampleShop.seeds))
        await client.delivered()
        #expect(seen.withLock { $0 } == [bought.jwsRepresentation])
        await eventually { app.unfinished == [] }
    }

    @Test func `A purchase that is not atomic stays unfinished until the app finishes it`() async throws {
        let bought = try purchase(await launch.buy(SampleShop.seeds, atomically: false))
        #expect(bought.needsFinishTransaction)
        await launch.settle()
        #expect(app.unfinished == [SampleShop.seeds])
        client.finishTransaction(bought.transaction)
        client.finishTransaction(bought.transaction)
        await eventually { app.unfinished == [] }
    }

    @Test func `Quantity and account reach the store`() async throws {
        let account = UUID()
        let result = await client.purchaseProduct(
            SampleShop.seeds,
            quantity: 3,
            applicationUsername: account.uuidString.lowercased()
        )
        let bought = try purchase(result)
        #expect(bought.quantity == 3)
        let transaction = try #require(app.store.transactions(account: SampleShop.customer).first)
        #expect(transaction.quantity == 3)
        #expect(transaction.appAccountToken == account)
    }

    @Test("A cancelled purchase leaves nothing behind", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func cancelled(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        launch.device.settings.paymentSheet = { _ in .cancel }
        let error = try error(await launch.buy(SampleShop.seeds))
        #expect(error.code == .paymentCancelled)
        #expect(!error.mayHaveBeenCharged)
        #expect(app.store.transactions(account: SampleShop.customer).isEmpty)
    }

    @Test(
        "Errors are those of StoreKit 1",
        arguments: [
            SKError.Code.paymentNotAllowed, .storeProductNotAvailable, .cloudServiceNetworkConnectionFailed, .unknown,
            .ineligibleForOffer, .invalidSignature, .invalidOfferIdentifier, .invalidOfferPrice, .missingOfferParams,
        ]
    )
    func errors(code: SKError.Code) async throws {
        for storeKit in [StoreKitChoice.storeKit1, .storeKit2] {
            let launch = try app.launch(storeKit)
            launch.device.settings.paymentSheet = { _ in .fail(SKError(code)) }
            #expect(try error(await launch.buy(SampleShop.seeds)).code == code)
            launch.kill()
        }
    }

    @Test(
        "A charge that came with an error is no error",
        arguments: [
            StoreFault.Kind.chargeThenError, .cancelledAfterSuccess,
        ]
    )
    func charged(kind: StoreFault.Kind) async throws {
        try app.store.setFault(StoreFault(kind, times: 1))
        let bought = try purchase(await launch.buy(SampleShop.seeds))
        #expect(bought.jwsRepresentation != nil)
        await eventually { app.unfinished == [] }
        #expect(app.store.transactions(account: SampleShop.customer).count == 1)
    }

    @Test func `A charge that came with an error is found also where somebody else has finished it`() async throws {
        try app.store.setFault(StoreFault(.chargeThenError, times: 1))
        let store = app.store
        let somebody = store.observe { event in
            guard event.name == .purchased else { return }
            for transaction in event.transactions { try? store.finish(transactionID: transaction.transactionID) }
        }
        let bought = try purchase(await launch.buy(SampleShop.greenhouse))
        #expect(bought.jwsRepresentation != nil)
        let charged = store.transactions(account: SampleShop.customer).first?.transactionID
        #expect(bought.transaction.transactionIdentifier == charged)
        somebody.cancel()
    }

    @Test func `What the customer had before is not taken for a purchase that was cancelled`() async throws {
        try app.own(SampleShop.greenhouse)
        launch.device.settings.paymentSheet = { _ in .cancel }
        guard case .error(let error) = await launch.buy(SampleShop.greenhouse) else {
            Issue.record("it was cancelled")
            return
        }
        #expect(error.code == .paymentCancelled)
        #expect(!error.mayHaveBeenCharged)
    }

    @Test func `Only what came after the latest of a product can be what a purchase has brought`() async throws {
        var signed: [SignedTransaction] = []
        for _ in 1...3 {
            try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
            try app.store.advance(days: 1)
        }
        try await launch.device.perform {
            for await result in Transaction.unfinished { signed.append(try SignedTransaction.reading(result).get()) }
        }
        signed.sort { $0.transaction.purchaseDate < $1.transaction.purchaseDate }
        #expect(signed.count == 3)
        let latest = signed[1].transaction
        #expect(signed.map { $0.isNew(since: latest) } == [false, false, true])
        #expect(signed.map { $0.isNew(since: nil) } == [true, true, true])
    }

    @Test func `A plan that waits for the renewal is not delivered as if it had begun`() async throws {
        // Bought on another device: nobody here knows the transaction.
        try app.own(SampleShop.bouquet)
        launch.deliver()
        await launch.settle()
        let answered = try purchase(await launch.buy(SampleShop.posy))
        #expect(answered.product.productIdentifier == SampleShop.posy)
        #expect(answered.productId == SampleShop.bouquet)
        #expect(answered.waitsForRenewal)
        await client.delivered()
        await launch.settle()
        #expect(!app.delivered.contains(SampleShop.posy))
        let again = try purchase(await launch.buy(SampleShop.greenhouse))
        #expect(!again.waitsForRenewal)
    }

    @Test func `One purchase that comes by several ways is delivered once`() async throws {
        try app.store.setFault(StoreFault(.duplicateDelivery, times: 1))
        launch.deliver()
        _ = try purchase(await launch.buy(SampleShop.seeds))
        await client.delivered()
        await launch.settle()
        #expect(app.delivered == [SampleShop.seeds])
        await eventually { app.unfinished == [] }
    }

    @Test func `Purchases made at the same time each get their own answer`() async throws {
        launch.deliver()
        async let seeds = launch.buy(SampleShop.seeds)
        async let more = launch.buy(SampleShop.seeds)
        async let house = launch.buy(SampleShop.greenhouse)
        let results = try await [purchase(seeds), purchase(more), purchase(house)]
        #expect(results.map(\.productId) == [SampleShop.seeds, SampleShop.seeds, SampleShop.greenhouse])
        #expect(Set(results.compactMap(\.transaction.transactionIdentifier)).count == 3)
        await client.delivered()
        #expect(app.delivered.sorted() == [SampleShop.greenhouse, SampleShop.seeds, SampleShop.seeds])
    }

    @Test func `What is not verified is reported, not delivered and not finished`() async throws {
        launch.deliver()
        var reports = client.unverifiedTransactions.makeAsyncIterator()
        launch.device.settings.verificationFailure = { .invalidSignature }
        let error = try error(await launch.buy(SampleShop.greenhouse))
        #expect(error.mayHaveBeenCharged)
        let report = try #require(await reports.next(isolation: #isolation))
        #expect(report.productId == SampleShop.greenhouse)
        #expect(report.reason as? VerificationResult<Transaction>.VerificationError == .invalidSignature)
        await launch.settle()
        #expect(app.delivered == [])
        #expect(app.unfinished == [SampleShop.greenhouse])
        // Once it is signed well it is delivered, at the next launch.
        launch.kill()
        let next = try app.launch(.storeKit2)
        next.deliver()
        await eventually { app.delivered == [SampleShop.greenhouse] && app.unfinished == [] }
    }

    @Test func `A deferred purchase is answered, and delivered when it is allowed`() async throws {
        launch.deliver()
        guard case .deferred(let waiting) = await launch.buy(SampleShop.seeds, asksToBuy: true) else {
            Issue.record("not deferred")
            return
        }
        #expect(waiting.transaction.transactionState == .deferred)
        await launch.settle()
        #expect(app.delivered == [])
        _ = try app.store.approve(attempt: try #require(app.store.attempts.last).id)
        await eventually { app.delivered == [SampleShop.seeds] && app.unfinished == [] }
        #expect(waiting.transaction.transactionState == .purchased)
    }

    @Test func `Renewals are delivered; a refund is told, and what was never delivered is gone`() async throws {
        let revoked = launch.losses()
        launch.deliver()
        await launch.buy(SampleShop.bouquet)
        await client.delivered()
        try app.store.advance(days: 32)
        await eventually { app.delivered == [SampleShop.bouquet, SampleShop.bouquet] && app.unfinished == [] }
        let renewal = try #require(app.store.transactions(account: SampleShop.customer).last)
        try app.store.refund(transactionID: renewal.transactionID)
        await eventually { revoked.withLock { $0 } == [SampleShop.bouquet] }
        await launch.settle()
        #expect(app.delivered.count == 2)
    }

    @Test("What was refunded before anybody delivered it is not delivered")
    func refundedMeanwhile() async throws {
        let bought = try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try app.store.refund(transactionID: bought.transactionID)
        let next = try app.launch(.storeKit2)
        next.deliver()
        // It is finished all the same: there is nothing to deliver any more.
        await eventually { app.store.unfinishedTransactions(account: SampleShop.customer).isEmpty }
        await next.settle()
        #expect(app.delivered == [])
    }

    @Test func `An upgrade and an extension deliver nothing again`() async throws {
        launch.deliver()
        await launch.buy(SampleShop.posy)
        await client.delivered()
        await eventually { app.unfinished == [] }
        launch.kill()
        // The first week is free, and what is free is not extended.
        try app.store.advance(days: 8)
        let next = try app.launch(.storeKit2)
        next.deliver()
        await eventually { app.delivered == [SampleShop.posy, SampleShop.posy] && app.unfinished == [] }
        let original = try #require(app.store.subscriptions(account: SampleShop.customer).first).originalTransactionID
        try app.store.extendRenewal(originalTransactionID: original, days: 5)
        await next.buy(SampleShop.bouquet)
        await next.client.delivered()
        await next.settle()
        #expect(app.delivered.dropFirst(2) == [SampleShop.bouquet])
    }

    @Test func `A code, and a purchase that was begun in the App Store, come to the app`() async throws {
        launch.deliver()
        client.shouldAddStorePaymentHandler = { _, product in product.productIdentifier == SampleShop.seeds }
        launch.device.beginStorePurchase(productIdentifier: SampleShop.greenhouse)
        launch.device.beginStorePurchase(productIdentifier: SampleShop.seeds)
        await eventually { app.delivered == [SampleShop.seeds] }
        await launch.settle()
        #expect(app.delivered == [SampleShop.seeds])
    }

    @Test func `The client goes when nobody holds it, and its device with it`() async throws {
        weak var client: StoreClient?
        weak var device: LocalDevice?
        do {
            let launch = try app.launch(.storeKit2)
            client = launch.client
            device = launch.device
            await launch.settle()
        }
        await eventually { client == nil && device == nil }
    }
}
