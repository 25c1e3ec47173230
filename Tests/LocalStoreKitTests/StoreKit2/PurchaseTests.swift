import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// B: the rules of buying.
@Suite("StoreKit 2: buying", .timeLimit(.minutes(15)))
struct PurchaseTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    private func purchase(
        _ identifier: String,
        _ options: Set<Product.PurchaseOption> = []
    ) async throws -> Product.PurchaseResult {
        let product = try await shop.product(identifier)
        return try await product.purchase(options: options)
    }

    @Test func `B1: A purchase that goes through is a success with a verified transaction`() async throws {
        guard case .success(.verified(let transaction)) = try await purchase(SampleShop.greenhouse) else {
            Issue.record("the purchase did not go through")
            return
        }
        #expect(transaction.productID == SampleShop.greenhouse)
        #expect(transaction.appBundleID == SampleShop.app.bundleID)
        #expect(transaction.originalID == transaction.id)
        #expect(transaction.reason == .purchase)
        #expect(transaction.ownershipType == .purchased)
        #expect(transaction.purchaseDate == shop.store.now)
        #expect(transaction.price == Decimal(string: "9.99"))
        #expect(transaction.currency?.identifier == "USD")
        #expect(transaction.storefront.countryCode == "USA")
        #expect(transaction.storefront.id == "143441")
        #expect(transaction.environment == .sandbox)
        #expect(transaction.revocationDate == nil)
        #expect(!transaction.isUpgraded)
        #expect(transaction.offer == nil)
        #expect(shop.store.transactions(account: SampleShop.customer).map(\.transactionID) == ["\(transaction.id)"])
    }

    @Test func `B1: A purchase whose signature is not trusted is a success all the same`() async throws {
        shop.device.settings.verificationFailure = { .invalidSignature }
        guard case .success(.unverified(let transaction, let error)) = try await purchase(SampleShop.seeds) else {
            Issue.record("it is a success that is not verified")
            return
        }
        #expect(error == .invalidSignature)
        #expect(transaction.productID == SampleShop.seeds)
    }

    @Test func `B1: Cancelling is a result, and nothing was bought`() async throws {
        shop.device.settings.paymentSheet = { sheet in
            #expect(sheet.productIdentifier == SampleShop.seeds)
            return .cancel
        }
        guard case .userCancelled = try await purchase(SampleShop.seeds) else {
            Issue.record("cancelling is a result")
            return
        }
        #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `The customer is asked on the work queue, because tasks share the thread of who buys`() async throws {
        let isWork = DispatchSpecificKey<Bool>()
        let work = DispatchQueue(label: "work")
        work.setSpecific(key: isWork, value: true)
        let device = try LocalDevice(
            store: shop.store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: CallbackQueue(DispatchQueue(label: "callbacks")),
            work: CallbackQueue(work)
        )
        let places = Locked<[Bool?]>([])
        device.settings.paymentSheet = { _ in
            places.withLock { $0.append(DispatchQueue.getSpecific(key: isWork)) }
            return .confirm
        }
        let products = try await device.perform { try await Product.products(for: [SampleShop.seeds]) }
        let product = try #require(products.first)
        var bought: [String] = []
        // Without a sheet it may be either thread; it is sold all the same.
        for hasSheet in [true, false, true] {
            device.settings.showsDialogs = { hasSheet }
            guard case .success(.verified(let transaction)) = try await device.perform({ try await product.purchase() })
            else { continue }
            bought.append("\(transaction.id)")
            await transaction.finish()
        }
        #expect(places.withLock { $0 } == [true, true])
        #expect(shop.store.transactions(account: SampleShop.customer).map(\.transactionID) == bought)
        #expect(bought.count == 3)
    }

    /// What holds a purchase up, and what lets it go on.
    enum Obstacle: CaseIterable {
        case aParent, aSimulatedParent, aBank

        var options: Set<Product.PurchaseOption> {
            self == .aSimulatedParent ? [.simulatesAskToBuyInSandbox(true)] : []
        }

        func put(_ store: LocalAppStore) throws {
            switch self {
            case .aParent: try store.updateSettings { $0.askToBuyEnabled = true }
            case .aBank: try store.updateSettings { $0.interruptedPurchasesEnabled = true }
            case .aSimulatedParent: break
            }
        }

        func remove(_ store: LocalAppStore) throws {
            let attempt = try #require(store.attempts.last)
            if self == .aBank {
                try store.resolveInterruption(attempt: attempt.id)
            } else {
                try store.approve(attempt: attempt.id)
            }
        }
    }

    @Test("B1: What waits for somebody is pending, and comes through the updates", arguments: Obstacle.allCases)
    func pending(obstacle: Obstacle) async throws {
        var inbox = await UpdatesInbox(shop)
        try obstacle.put(shop.store)
        guard case .pending = try await purchase(SampleShop.seeds, obstacle.options) else {
            Issue.record("it must be pending")
            return
        }
        #expect(await shop.products(Transaction.unfinished).isEmpty)
        try shop.store.updateSettings { ($0.askToBuyEnabled, $0.interruptedPurchasesEnabled) = (false, false) }
        try obstacle.remove(shop.store)
        #expect(try await inbox.products() == [SampleShop.seeds])
    }

    @Test func `B1: What a parent refuses never comes`() async throws {
        var inbox = await UpdatesInbox(shop)
        _ = try await purchase(SampleShop.seeds, [.simulatesAskToBuyInSandbox(true)])
        try shop.store.decline(attempt: try #require(shop.store.attempts.last).id)
        #expect(try await inbox.products() == [])
        // Nothing but the mark of the end.
        #expect(await shop.products(Transaction.all) == [SampleShop.season])
    }

    @Test(
        "B2: What the store refuses is an error of the purchase",
        arguments: [
            (PurchaseFailure.paymentNotAllowed, Product.PurchaseError.purchaseNotAllowed),
            (.productNotAvailable, .productUnavailable), (.invalidOfferIdentifier, .invalidOfferIdentifier),
            (.invalidSignature, .invalidOfferSignature), (.missingOfferParameters, .missingOfferParameters),
            (.invalidOfferPrice, .invalidOfferPrice), (.ineligibleForOffer, .ineligibleForOffer),
        ]
    )
    func refused(failure: PurchaseFailure, error: Product.PurchaseError) async throws {
        try shop.store.updateSettings { $0.purchaseFailure = failure }
        await #expect(throws: error) { try await purchase(SampleShop.seeds) }
        #expect(error.errorDescription?.isEmpty == false)
        #expect(error.failureReason?.isEmpty == false)
    }

    @Test func `B2: What goes wrong in the store is an error of StoreKit`() async throws {
        try shop.store.updateSettings { $0.purchaseFailure = .unknown }
        let unknown = await #expect(throws: StoreKitError.self) { try await purchase(SampleShop.seeds) }
        guard case .unknown? = unknown else {
            Issue.record("\(String(describing: unknown))")
            return
        }
        try shop.store.updateSettings { $0.purchaseFailure = .networkConnectionFailed }
        let network = await #expect(throws: StoreKitError.self) { try await purchase(SampleShop.seeds) }
        guard case .networkError? = network else {
            Issue.record("\(String(describing: network))")
            return
        }
    }

    @Test func `B2: An error that the test names reaches the app as it is`() async throws {
        shop.device.settings.failure = { $0 == .purchase ? StoreKitError.notEntitled : nil }
        let error = await #expect(throws: StoreKitError.self) { try await purchase(SampleShop.seeds) }
        guard case .notEntitled? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `B2: Who may not pay buys nothing`() async throws {
        let product = try await shop.product(SampleShop.seeds)
        shop.device.settings.canMakePayments = false
        #expect(!shop.device.perform { AppStore.canMakePayments })
        await #expect(throws: Product.PurchaseError.purchaseNotAllowed) { try await product.purchase() }
    }

    @Test func `B3: The updates do not repeat what the purchase returned`() async throws {
        var inbox = await UpdatesInbox(shop)
        try await shop.buy(SampleShop.seeds)
        try await shop.buy(SampleShop.posy)
        #expect(try await inbox.products() == [])
    }

    @Test func `B3: Also not to who begins to listen after it`() async throws {
        try await shop.buy(SampleShop.seeds)
        var inbox = await UpdatesInbox(shop)
        #expect(try await inbox.products() == [])
        #expect(await shop.products(Transaction.unfinished) == [SampleShop.seeds])
    }

    @Test("B4: A quantity is for what can be owned more than once", arguments: [1, 2, 10])
    func quantity(count: Int) async throws {
        let transaction = try await shop.buy(SampleShop.seeds, [.quantity(count)])
        #expect(transaction.purchasedQuantity == count)
        #expect(transaction.price == Decimal(count) * (Decimal(string: "0.99") ?? 0))
        #expect(try await shop.buy(SampleShop.season, [.quantity(count)]).purchasedQuantity == count)
    }

    @Test(
        "B4: No other quantity is sold",
        arguments: [
            (SampleShop.seeds, 0), (SampleShop.seeds, -1), (SampleShop.seeds, 11), (SampleShop.greenhouse, 2),
            (SampleShop.posy, 2),
        ]
    )
    func wrongQuantity(product: String, count: Int) async throws {
        await #expect(throws: Product.PurchaseError.invalidQuantity) { try await purchase(product, [.quantity(count)]) }
    }

    @Test("B5: The app decides whether to go on in another storefront", arguments: [true, false])
    func storefront(goesOn: Bool) async throws {
        try shop.store.setFault(StoreFault(.storefrontSwitch, parameters: .init(storefront: "DEU")))
        let asked = Locked<[String]>([])
        let option = Product.PurchaseOption.onStorefrontChange { storefront in
            asked.withLock { $0.append(storefront.countryCode) }
            return goesOn
        }
        if goesOn {
            #expect(try await shop.buy(SampleShop.seeds, [option]).storefront.countryCode == "DEU")
        } else {
            await #expect(throws: StoreKitError.self) { try await purchase(SampleShop.seeds, [option]) }
            #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
        }
        #expect(asked.withLock { $0 } == ["DEU"])
    }

    @Test func `B5: Without the question it goes on`() async throws {
        try shop.store.setFault(StoreFault(.storefrontSwitch, parameters: .init(storefront: "DEU")))
        #expect(try await shop.buy(SampleShop.seeds).storefront.countryCode == "DEU")
    }

    @Test func `B6: The account token is in the transaction and in what was signed`() async throws {
        let token = UUID()
        let transaction = try await shop.buy(SampleShop.posy, [.appAccountToken(token)])
        #expect(transaction.appAccountToken == token)
        let json = try #require(try JSONValue(parsing: transaction.jsonRepresentation).object)
        #expect(json[string: "appAccountToken"] == token.uuidString.lowercased())
    }

    @Test func `B7: A higher level begins at once and replaces the lower one`() async throws {
        let lower = try await shop.buy(SampleShop.posy)
        let higher = try await shop.buy(SampleShop.bouquet)
        #expect(higher.id != lower.id)
        #expect(higher.originalID == lower.originalID)
        #expect(higher.reason == .purchase)
        let all = await shop.transactions(Transaction.all)
        #expect(all.map(\.isUpgraded) == [true, false])
        #expect(await shop.products(Transaction.currentEntitlements) == [SampleShop.bouquet])
    }

    @Test func `B7: A lower level begins with the next period`() async throws {
        let higher = try await shop.buy(SampleShop.bouquet)
        let held = try await shop.buy(SampleShop.posy)
        #expect(held.id == higher.id)
        let info = try await shop.app { try await Product.SubscriptionInfo.status(for: ModernShop.group) }
            .first?.renewalInfo.payloadValue
        #expect(info?.currentProductID == SampleShop.bouquet)
        #expect(info?.autoRenewPreference == SampleShop.posy)
        try shop.store.advance(days: 32)
        let renewal = try #require(await shop.transactions(Transaction.currentEntitlements).first)
        #expect(renewal.productID == SampleShop.posy)
        #expect(renewal.reason == .renewal)
    }

    /// Whether the app listens to updates, and has finished what it has.
    @Test(
        "B7: Asking for a lower level is answered with what the customer has, and tells nothing else",
        arguments: [(false, false), (false, true), (true, false), (true, true)]
    )
    func lowerLevel(listens: Bool, isFinished: Bool) async throws {
        var inbox: UpdatesInbox? = listens ? await UpdatesInbox(shop) : nil
        let higher = try await shop.buy(SampleShop.bouquet)
        if isFinished { await higher.finish() }
        guard case .success(.verified(let held)) = try await purchase(SampleShop.posy) else {
            Issue.record("it must be answered")
            return
        }
        #expect(held.id == higher.id)
        #expect(held.productID == SampleShop.bouquet)
        #expect(!held.isUpgraded)
        #expect(shop.store.transactions(account: SampleShop.customer).count == 1)
        if listens { #expect(try await inbox?.products() == []) }
        await held.finish()
        #expect(await shop.products(Transaction.unfinished).filter { $0 == SampleShop.bouquet } == [])
    }

    @Test func `B8: There is one subscription of a group`() async throws {
        try await shop.buy(SampleShop.posy)
        try await shop.buy(SampleShop.bouquet)
        let statuses = try await shop.app { try await Product.SubscriptionInfo.status(for: ModernShop.group) }
        #expect(statuses.count == 1)
    }

    @Test func `An error after the charge loses nothing: the transaction comes through the updates`() async throws {
        var inbox = await UpdatesInbox(shop)
        try shop.store.setFault(StoreFault(.chargeThenError, productID: SampleShop.seeds))
        await #expect(throws: StoreKitError.self) { try await purchase(SampleShop.seeds) }
        #expect(try await inbox.products() == [SampleShop.seeds])
    }

    @Test func `A purchase that counts as cancelled although it went through comes, too`() async throws {
        var inbox = await UpdatesInbox(shop)
        try shop.store.setFault(StoreFault(.cancelledAfterSuccess, productID: SampleShop.seeds))
        guard case .userCancelled = try await purchase(SampleShop.seeds) else {
            Issue.record("the bug says that it was cancelled")
            return
        }
        #expect(try await inbox.products() == [SampleShop.seeds])
    }

    @Test func `A purchase that is delivered twice comes through the updates as well`() async throws {
        var inbox = await UpdatesInbox(shop)
        try shop.store.setFault(StoreFault(.duplicateDelivery, productID: SampleShop.seeds))
        let transaction = try await shop.buy(SampleShop.seeds)
        #expect(try await inbox.all().map(\.unsafePayloadValue.id) == [transaction.id])
    }

    @Test func `A sheet that never appears is waited for until the task is cancelled`() async throws {
        let product = try await shop.product(SampleShop.seeds)
        try shop.store.setFault(StoreFault(.sheetNeverShown))
        let task = Task { try await product.purchase() }
        task.cancel()
        guard case .userCancelled = try await task.value else {
            Issue.record("a task that was cancelled ends")
            return
        }
        #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `A task that was cancelled does not lose the purchase`() async throws {
        let product = try await shop.product(SampleShop.seeds)
        let task = Task { try await product.purchase() }
        task.cancel()
        _ = try await task.value
        #expect(await shop.products(Transaction.unfinished) == [SampleShop.seeds])
    }
}
