import AppStoreModels
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// Offers for who comes back, bought by the client.
@Suite("Purchases with an offer for who comes back", .timeLimit(.minutes(5)))
struct WinBackPurchaseTests {
    private let app: EitherApp

    init() throws { app = try EitherApp(try SampleShop.openWithOffers()) }

    /// The customer had a subscription, and it has ended.
    private func leave() throws {
        let bought = try app.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try app.store.finish(transactionID: bought.transactionID)
        try app.store.expire(originalTransactionID: bought.transactionID)
    }

    private func error(_ result: PurchaseResult) throws -> SKError {
        guard case .error(let error) = result else { throw NotRefused(result: result) }
        return error
    }

    private struct NotRefused: Error { let result: PurchaseResult }

    private var latest: StoreTransaction? { app.store.transactions(account: SampleShop.customer).last }

    @Test func `Who left is told of the offer, buys with it, and has it delivered`() async throws {
        try leave()
        let launch = try app.launch(.storeKit2)
        launch.deliver()
        let choices = await launch.client.offerChoices(for: SampleShop.posy)
        let choice = try #require(choices.first { $0.offer.type == .winBack })
        #expect(choice.offer.id == "return")
        #expect(choice.eligibility.reason == .namedByTheStore)
        let result = await launch.client.purchaseProduct(SampleShop.posy, winBackOffer: "return")
        guard case .success(let bought) = result else { throw NotRefused(result: result) }
        #expect(bought.productId == SampleShop.posy)
        #expect(latest?.offer?.type == .winBack)
        #expect(latest?.offer?.identifier == "return")
        #expect(latest?.price.amount == 0)
        await eventually { app.delivered == [SampleShop.posy] }
        await eventually { app.unfinished == [] }
    }

    @Test func `Who may not have it is told why, and nothing is charged`() async throws {
        let launch = try app.launch(.storeKit2)
        let never = try error(await launch.client.purchaseProduct(SampleShop.posy, winBackOffer: "return"))
        #expect(never.code == .ineligibleForOffer)
        #expect(never.offerReason == .neverSubscribed)
        #expect(never.localizedDescription == OfferAvailability.Reason.neverSubscribed.explanation)
        #expect(!never.mayHaveBeenCharged)
        #expect(latest == nil)
        try app.own(SampleShop.posy)
        let now = try error(await launch.client.purchaseProduct(SampleShop.posy, winBackOffer: "return"))
        #expect(now.offerReason == .subscribedNow)
        #expect(app.store.transactions(account: SampleShop.customer).count == 1)
    }

    @Test func `An offer that the product has not, and a product that nobody sells`() async throws {
        try leave()
        let launch = try app.launch(.storeKit2)
        let other = try error(await launch.client.purchaseProduct(SampleShop.posy, winBackOffer: "autumn"))
        #expect(other.code == .invalidOfferIdentifier)
        #expect(other.offerReason == nil)
        // A signed offer is none for who comes back.
        let signed = try error(await launch.client.purchaseProduct(SampleShop.posy, winBackOffer: "spring"))
        #expect(signed.code == .invalidOfferIdentifier)
        let unknown = try error(await launch.client.purchaseProduct("weed", winBackOffer: "return"))
        #expect(unknown.code == .paymentInvalid)
        #expect(await launch.client.offerChoices(for: "weed").isEmpty)
        #expect(app.store.transactions(account: SampleShop.customer).count == 1)
    }

    @Test func `A client on StoreKit 1 says what it needs, and pays nothing`() async throws {
        try leave()
        let launch = try app.launch(.storeKit1)
        #expect(await launch.client.offerChoices(for: SampleShop.posy).contains { $0.offer.type == .winBack })
        let refused = try error(await launch.client.purchaseProduct(SampleShop.posy, winBackOffer: "return"))
        #expect(refused.code == .ineligibleForOffer)
        #expect(refused.offerReason == .needsStoreKit2)
        #expect(!refused.mayHaveBeenCharged)
        #expect(app.store.transactions(account: SampleShop.customer).count == 1)
    }

    @Test(
        "Who begins in the App Store with the offer pays what it says, whether the app is asked at once or later",
        arguments: [true, false]
    )
    func begunElsewhere(isAskedAtOnce: Bool) async throws {
        try leave()
        let launch = try app.launch(.storeKit2)
        launch.deliver()
        if isAskedAtOnce { launch.client.shouldAddStorePaymentHandler = { _, _ in true } }
        try app.store.promotePurchase(
            productID: SampleShop.posy,
            account: SampleShop.customer,
            winBackOfferID: "return"
        )
        await launch.settle()
        if !isAskedAtOnce {
            #expect(app.store.transactions(account: SampleShop.customer).count == 1)
            launch.client.shouldAddStorePaymentHandler = { _, _ in true }
        }
        await eventually { app.delivered == [SampleShop.posy] }
        #expect(latest?.offer?.type == .winBack)
        #expect(latest?.offer?.identifier == "return")
        #expect(latest?.price.amount == 0)
    }

    @Test func `Who is put off has the offer later, unless the app names another`() async throws {
        try leave()
        let launch = try app.launch(.storeKit2)
        launch.deliver()
        let waiting = Locked([SKProduct]())
        launch.client.shouldAddStorePaymentHandler = { _, product in
            waiting.withLock { $0.append(product) }
            return false
        }
        try app.store.promotePurchase(
            productID: SampleShop.posy,
            account: SampleShop.customer,
            winBackOfferID: "return"
        )
        await eventually { waiting.withLock { $0.count } == 1 }
        let product = try #require(waiting.withLock { $0.first })
        #expect(app.store.transactions(account: SampleShop.customer).count == 1)
        let result = await launch.client.purchaseProduct(product)
        guard case .success(let bought) = result else { throw NotRefused(result: result) }
        #expect(bought.productId == SampleShop.posy)
        #expect(latest?.offer?.type == .winBack)
        #expect(latest?.offer?.identifier == "return")
        #expect(latest?.price.amount == 0)
        await eventually { app.delivered == [SampleShop.posy] }
        // Who is back may not have it again; that is not looked at where the app names an offer, which here nobody signed.
        let again = try error(await launch.client.purchaseProduct(product))
        #expect(again.offerReason == .subscribedNow)
        let unsigned = SKPaymentDiscount(
            identifier: "spring",
            keyIdentifier: "k",
            nonce: UUID(),
            signature: "s",
            timestamp: 1
        )
        let discount = PaymentDiscount(discount: unsigned)
        let other = try error(await launch.client.purchaseProduct(product, paymentDiscount: discount))
        #expect(other.offerReason == nil)
        #expect(app.store.transactions(account: SampleShop.customer).count == 2)
    }

    @Test(
        "Who is put off buys the product later, on either interface",
        arguments: [StoreKitChoice.storeKit1, .storeKit2]
    )
    func putOff(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        launch.deliver()
        let waiting = Locked([SKProduct]())
        launch.client.shouldAddStorePaymentHandler = { _, product in
            waiting.withLock { $0.append(product) }
            return false
        }
        launch.device.beginStorePurchase(productIdentifier: SampleShop.seeds)
        await eventually { waiting.withLock { $0.count } == 1 }
        #expect(latest == nil)
        let product = try #require(waiting.withLock { $0.first })
        let result = await launch.client.purchaseProduct(product)
        guard case .success(let bought) = result else { throw NotRefused(result: result) }
        #expect(bought.productId == SampleShop.seeds)
        await eventually { app.delivered == [SampleShop.seeds] }
        await eventually { app.unfinished == [] }
    }

    @Test func `With completions it is the same`() async throws {
        try leave()
        let launch = try app.launch(.storeKit2)
        let result: PurchaseResult = await withCheckedContinuation { done in
            launch.client.purchaseProduct(SampleShop.posy, winBackOffer: "return") { done.resume(returning: $0) }
        }
        guard case .success = result else { throw NotRefused(result: result) }
        #expect(latest?.offer?.identifier == "return")
        let missing: PurchaseResult = await withCheckedContinuation { done in
            launch.client.purchaseProduct("weed", winBackOffer: "return") { done.resume(returning: $0) }
        }
        #expect(try error(missing).code == .paymentInvalid)
    }

    @Test func `A store that goes away in the middle makes nobody believe that the offer is not theirs`() async throws {
        try leave()
        let launch = try app.launch(.storeKit2)
        #expect(await launch.client.retrieveProductsInfo([SampleShop.posy]).error == nil)
        let store = app.store
        launch.device.settings.failure = { operation in
            // Products come, and then nothing does.
            if operation == .subscriptionStatus { _ = try? store.setFault(StoreFault(.offline)) }
            return nil
        }
        let failed = try error(await launch.client.purchaseProduct(SampleShop.posy, winBackOffer: "return"))
        #expect(failed.code == .cloudServiceNetworkConnectionFailed)
        #expect(failed.offerReason == nil)
        try store.clearFaults()
        #expect(app.store.transactions(account: SampleShop.customer).count == 1)
    }
}
