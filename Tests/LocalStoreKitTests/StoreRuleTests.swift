import AppReceipt
import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// The rules of the original API that the queue and the store keep together, on the real store.
///
/// B: buying. R: restoring. P: products and receipts. S: storefront. The rules that the queue keeps alone have their tests
/// in the other files, by the same letters.
@Suite("Rules that queue and store keep together")
struct StoreRuleTests {
    private let store: LocalAppStore
    private let queue = ManualQueue()
    private let device: LocalDevice
    private let observer = RecordingObserver()

    init() throws {
        store = try SampleShop.open()
        let queue = queue
        let callbacks = CallbackQueue { queue.enqueue($0) }
        device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: callbacks,
            work: callbacks
        )
        device.queue.add(observer)
        queue.run()
    }

    private func buy(_ product: String, quantity: Int = 1, for user: String? = nil, asking: Bool = false) {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        payment.quantity = quantity
        payment.applicationUsername = user
        payment.simulatesAskToBuyInSandbox = asking
        device.queue.add(payment)
        queue.run()
    }

    private func finishAll() {
        for transaction in device.queue.transactions { device.queue.finishTransaction(transaction) }
        queue.run()
    }

    private var restored: [SKPaymentTransaction] { observer.transactions.filter { $0.transactionState == .restored } }

    private func receiptProducts() throws -> [String] {
        try AppReceipt(wireForm: try Data(contentsOf: device.receiptURL)).inAppPurchases.compactMap(\.productID)
    }

    @Test("B7: What is owned is bought again for nothing, as a regular purchase", arguments: [true, false])
    func again(finished: Bool) throws {
        buy(SampleShop.greenhouse)
        if finished { finishAll() }
        buy(SampleShop.greenhouse)
        #expect(observer.log.last == "purchased \(SampleShop.greenhouse)")
        #expect(store.transactions(account: SampleShop.customer).map(\.price.amount) == [Decimal(string: "9.99"), 0])
    }

    @Test("B8: An interrupted purchase fails; resolved, it comes as a new one of the same product and quantity")
    func interrupted() throws {
        try store.updateSettings { $0.interruptedPurchasesEnabled = true }
        buy(SampleShop.seeds, quantity: 2)
        #expect(observer.log == ["purchasing \(SampleShop.seeds)", "failed \(SampleShop.seeds)"])
        let failed = try #require(observer.transactions.last)
        finishAll()
        device.settings.deliversOtherPurchasesAtOnce = true
        try store.resolveInterruption(attempt: try #require(store.attempts.first).id)
        queue.run()
        #expect(observer.log.last == "purchased \(SampleShop.seeds)")
        let resolved = try #require(observer.transactions.last)
        #expect(resolved !== failed)
        #expect(resolved.payment.quantity == 2)
    }

    @Test("B9: The receipt has a purchase before it is delivered; a finished consumable leaves it, all else stays")
    func receipt() throws {
        let seen = Locked([[String]]())
        observer.onUpdate = { [device] transactions in
            guard transactions.contains(where: { $0.transactionState == .purchased }) else { return }
            let products = (try? AppReceipt(wireForm: Data(contentsOf: device.receiptURL)))?.inAppPurchases
                .compactMap(\.productID)
            seen.withLock { $0.append(products ?? []) }
        }
        buy(SampleShop.seeds)
        #expect(seen.withLock { $0 } == [[SampleShop.seeds]])
        finishAll()
        buy(SampleShop.greenhouse)
        finishAll()
        buy(SampleShop.season)
        #expect(Set(try receiptProducts()) == [SampleShop.greenhouse, SampleShop.season])
    }

    @Test("B10: A payment may ask for approval by itself")
    func approval() throws {
        buy(SampleShop.seeds, asking: true)
        #expect(observer.log.last == "deferred \(SampleShop.seeds)")
        try store.approve(attempt: try #require(store.attempts.first).id)
        queue.run()
        #expect(observer.log.last == "purchased \(SampleShop.seeds)")
        #expect(Set(observer.transactions.map(ObjectIdentifier.init)).count == 1)
    }

    @Test(
        "B11: Only a user name that is a UUID outlives the payment, as the account token",
        arguments: [("5C7F3C3E-0F4B-4A57-9D0C-3F2C1B8A7D11", true), ("flora", false)]
    )
    func username(name: String, isKept: Bool) throws {
        buy(SampleShop.greenhouse, for: name)
        #expect(observer.transactions.last?.payment.applicationUsername == name)
        let bought = try #require(store.transactions(account: SampleShop.customer).first)
        #expect((bought.appAccountToken?.uuidString == name) == isKept)
    }

    @Test("R1: What can be restored is what was finished and is owned for ever or renews", arguments: [true, false])
    func restorable(finished: Bool) throws {
        for product in [SampleShop.seeds, SampleShop.season, SampleShop.greenhouse, SampleShop.posy] { buy(product) }
        if finished { finishAll() }
        device.queue.restoreCompletedTransactions()
        queue.run()
        let products = Set(restored.map(\.payment.productIdentifier))
        #expect(products == (finished ? [SampleShop.greenhouse, SampleShop.posy] : []))
        #expect(observer.log.last == "restore finished")
    }

    @Test("R3: Restoring twice makes two sets, each with new identifiers and a copy of the original")
    func twice() throws {
        buy(SampleShop.greenhouse)
        let bought = try #require(observer.transactions.last?.transactionIdentifier)
        finishAll()
        for _ in 0..<2 {
            device.queue.restoreCompletedTransactions()
            queue.run()
        }
        #expect(restored.count == 2)
        #expect(Set(restored.map(\.transactionIdentifier) + [bought]).count == 3)
        #expect(restored.allSatisfy { $0.original?.transactionIdentifier == bought })
    }

    @Test(
        "R5: A restore for a name brings what was bought for it",
        arguments: [("flora", 1), ("iris", 0), (nil, 1), ("", 1)] as [(String?, Int)]
    )
    func named(name: String?, count: Int) {
        buy(SampleShop.greenhouse, for: "flora")
        finishAll()
        device.queue.restoreCompletedTransactions(withApplicationUsername: name)
        queue.run()
        #expect(restored.count == count)
    }

    @Test("R7: Restores that overlap each end, one after the other")
    func overlapping() {
        buy(SampleShop.greenhouse)
        finishAll()
        device.queue.restoreCompletedTransactions()
        device.queue.restoreCompletedTransactions()
        queue.run()
        #expect(observer.log.filter { $0 == "restore finished" }.count == 2)
        #expect(restored.count == 2)
    }

    @Test("R8: A subscription is restored with a transaction for each renewal")
    func renewals() throws {
        buy(SampleShop.bouquet)
        finishAll()
        try store.advance(by: 70 * 86_400)
        device.enterForeground()
        queue.run()
        finishAll()
        let periods = store.transactions(account: SampleShop.customer).count
        #expect(periods == 3)
        device.queue.restoreCompletedTransactions()
        queue.run()
        #expect(restored.count == periods)
    }

    @Test("P4, P5: Titles and prices are the storefront's; the first offer is there for everybody")
    func products() throws {
        buy(SampleShop.posy)
        let listener = ProductListener()
        let load = {
            let request = SKProductsRequest(productIdentifiers: [SampleShop.posy])
            request.delegate = listener
            device.perform { request.start() }
            queue.run()
            withExtendedLifetime(request) {}
        }
        load()
        let american = try #require(listener.products.first)
        #expect(american.priceLocale.currency?.identifier == "USD")
        #expect(american.introductoryPrice?.paymentMode == .freeTrial)
        #expect(american.introductoryPrice?.identifier == nil)
        try store.setStorefront("DEU", account: SampleShop.customer)
        try store.updateSettings { $0.locale = "de" }
        load()
        let german = try #require(listener.products.first)
        #expect(german.localizedTitle == "Sträußchenclub")
        #expect(german.priceLocale.currency?.identifier == "EUR")
    }

    @Test("P6: A refresh writes the receipt; another one writes the same purchases")
    func refresh() throws {
        try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        for _ in 0..<2 {
            let request = SKReceiptRefreshRequest()
            device.perform { request.start() }
            queue.run()
            #expect(try receiptProducts() == [SampleShop.greenhouse])
            withExtendedLifetime(request) {}
        }
    }

    @Test(
        "P6: What an app asks of the receipt is in it, except in production",
        arguments: [
            ([SKReceiptPropertyIsExpired: true], .sandbox, "ProductionSandbox", 0),
            ([SKReceiptPropertyIsRevoked: true], .sandbox, "ProductionSandbox", 0),
            ([SKReceiptPropertyIsVolumePurchase: true], .sandbox, "ProductionVPPSandbox", 365),
            (
                [SKReceiptPropertyIsVolumePurchase: true, SKReceiptPropertyIsExpired: true], .sandbox,
                "ProductionVPPSandbox", 0
            ),
            ([SKReceiptPropertyIsExpired: false], .sandbox, "ProductionSandbox", nil),
            ([:], .sandbox, "ProductionSandbox", nil),
            ([SKReceiptPropertyIsExpired: true], .xcode, "Xcode", 0),
            (
                [SKReceiptPropertyIsExpired: true, SKReceiptPropertyIsVolumePurchase: true], .production, "Production",
                nil
            ),
        ] as [([String: Bool], AppStoreEnvironment, String, Double?)]
    )
    func receiptProperties(
        _ properties: [String: Bool],
        _ environment: AppStoreEnvironment,
        _ type: String,
        _ days: Double?
    ) throws {
        try store.updateSettings { $0.environment = environment }
        let request = SKReceiptRefreshRequest(receiptProperties: properties.mapValues { NSNumber(value: $0) })
        device.perform { request.start() }
        queue.run()
        let receipt = try AppReceipt(wireForm: try Data(contentsOf: device.receiptURL))
        #expect(receipt.environment?.rawValue == type)
        let end = days.map { store.now.addingTimeInterval($0 * 86_400) }
        #expect(end == nil || ExpirationRule(now: end ?? store.now).failure(in: receipt)?.code == .expired)
        #expect(ExpirationRule(now: (end ?? store.now).addingTimeInterval(-1)).failure(in: receipt) == nil)
        withExtendedLifetime(request) {}
    }

    @Test("P7: An app whose licence has expired is ended")
    func terminated() async {
        await #expect(processExitsWith: .exitCode(173)) { SKTerminateForInvalidReceipt() }
    }

    @Test("S4: The receipt has the date of the refund when the app is told", arguments: [true, false])
    func revoked(isConsumable: Bool) throws {
        let product = isConsumable ? SampleShop.seeds : SampleShop.greenhouse
        buy(product)
        try store.refund(transactionID: try #require(observer.transactions.last?.transactionIdentifier))
        queue.run()
        #expect(observer.log.contains("revoked \(product)") == !isConsumable)
        guard !isConsumable else { return }
        let receipt = try AppReceipt(wireForm: try Data(contentsOf: device.receiptURL))
        #expect(receipt.inAppPurchases.first?.cancellationDate != nil)
    }

    @Test("S5: Whether the customer may pay is the account's word and the device's", arguments: [true, false])
    func allowed(byAccount: Bool) throws {
        if byAccount {
            try store.setRules(AccountRules(canMakePayments: false), account: SampleShop.customer)
        } else {
            device.settings.canMakePayments = false
        }
        #expect(device.perform { SKPaymentQueue.canMakePayments() } == false)
        buy(SampleShop.seeds)
        #expect((observer.transactions.last?.error as? SKError)?.code == .paymentNotAllowed)
    }
}

private final class ProductListener: NSObject, SKProductsRequestDelegate {
    private(set) var products: [SKProduct] = []

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        products = response.products
    }
}
