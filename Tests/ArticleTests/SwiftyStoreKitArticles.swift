import AppReceipt
import AppStoreTrust
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import LocalStoreKitTest
import StoreConfiguration
import SwiftyStoreKit
import Testing

/// What an app of the articles has besides.
private protocol FlowerShop: Sendable {
    var onboardingIsOver: Bool { get }
    func show(_ text: String)
    func openGreenhouse()
    func unlock(_ productIDs: Set<String>)
    func lock(_ productIDs: Set<String>)
    func sells(in countryCode: String) -> Bool
    func showPrices(in countryCode: String?) async
}

/// The server of such an app.
private protocol FlowerServer: Sendable {
    func unlock(_ productID: String, transaction: String?) async throws
    func verify(_ receipt: String) async throws
    func deliver(_ productID: String, jws: String?) async throws
}

extension FlowerShop {
    fileprivate func start(_ unlock: @escaping @Sendable (String) async throws -> Void) async {
        SwiftyStoreKit.deliver { purchase in
            try await unlock(purchase.productId)
        }
        switch await SwiftyStoreKit.purchaseProduct("com.example.flowershop.greenhouse") {
        case .success(let purchase): show("Thank you for \(purchase.productId)")
        case .deferred: show("Somebody has to approve the purchase")
        case .error(let error): show(error.localizedDescription)
        }
    }

    fileprivate func retrieve() async {
        let results = await SwiftyStoreKit.retrieveProductsInfo(["com.example.flowershop.greenhouse"])
        for product in results.retrievedProducts {
            show("\(product.localizedTitle): \(product.localizedPrice ?? "")")
        }
        if let unknown = results.invalidProductIDs.first { show("The store does not sell \(unknown)") }
    }

    fileprivate func purchase() async {
        let results = await SwiftyStoreKit.retrieveProductsInfo(["com.example.flowershop.greenhouse"])
        guard let product = results.retrievedProducts.first else { return }
        switch await SwiftyStoreKit.purchaseProduct(product) {
        case .success(let purchase): show("Thank you for \(purchase.product.localizedTitle)")
        case .deferred: show("Somebody has to approve the purchase")
        case .error(let error): show(error.localizedDescription)
        }
    }

    fileprivate func complete(_ unlock: @escaping @Sendable (String) -> Void) {
        SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
            for purchase in purchases where purchase.transaction.transactionState == .purchased {
                unlock(purchase.productId)
            }
        }
    }

    fileprivate func restore() async {
        let results = await SwiftyStoreKit.restorePurchases()
        if let failure = results.restoreFailedPurchases.first { show(failure.0.localizedDescription) }
    }

    fileprivate func buyWithOffer() async {
        for choice in await SwiftyStoreKit.offerChoices(for: "com.example.flowershop.club.posy")
        where choice.offer.type == .winBack {
            guard choice.eligibility.isEligible, let offer = choice.offer.id else { continue }
            let result = await SwiftyStoreKit.purchaseProduct("com.example.flowershop.club.posy", winBackOffer: offer)
            if case .error(let error) = result, let reason = error.offerReason { show(reason.explanation) }
        }
    }

    fileprivate func buyWithOffer(by client: StoreClient) {
        client.purchaseProduct("com.example.flowershop.club.posy", winBackOffer: "return") { result in
            if case .error(let error) = result, let reason = error.offerReason { show(reason.explanation) }
        }
    }

    fileprivate func beginInTheAppStore() async {
        let waiting = WaitingProducts()
        SwiftyStoreKit.shouldAddStorePaymentHandler = { payment, product in
            guard onboardingIsOver else {
                waiting.add(product)
                return false
            }
            return true
        }
        for product in waiting.takeAll() {
            let result = await SwiftyStoreKit.purchaseProduct(product)
            if case .error(let error) = result { show(error.localizedDescription) }
        }
    }

    fileprivate func askForConsent() {
        SwiftyStoreKit.shouldShowPriceConsentHandler = { onboardingIsOver }
        // when the moment is better
        SwiftyStoreKit.showPriceConsentIfNeeded()
    }

    fileprivate func followStorefront() async {
        SwiftyStoreKit.shouldContinueTransactionHandler = { _, storefront in
            sells(in: storefront.countryCode)
        }
        for await storefront in SwiftyStoreKit.storefronts {
            await showPrices(in: storefront?.countryCode)
        }
    }

    fileprivate func verifyReceipt() async throws {
        let validator = LocalReceiptValidator(bundleID: "com.example.flowershop")
        let receipt = try await SwiftyStoreKit.verifyReceipt(using: validator)
        let report = SwiftyStoreKit.entitlements(inReceipt: receipt)
        if report.entitlement(to: "com.example.flowershop.greenhouse")?.isEntitled == true { openGreenhouse() }
    }

    fileprivate func own(_ file: URL) throws {
        let catalogue = try ProductCatalogue(storeKitConfiguration: Data(contentsOf: file))
        let owned = OwnedProducts(
            validator: LocalReceiptValidator(bundleID: "com.example.flowershop"),
            rules: catalogue.rules
        )
        Task { await owned.run() }
        if owned.owns("com.example.flowershop.greenhouse") { openGreenhouse() }
    }

    fileprivate func watch() async {
        for await change in SwiftyStoreKit.entitlementChanges {
            lock(change.removed)
            unlock(change.added)
        }
    }

    fileprivate func download() {
        SwiftyStoreKit.updatedDownloadsHandler = { downloads in
            for transaction in Set(downloads.map(\.transaction))
            where transaction.downloads.allSatisfy({ $0.state == .finished }) {
                SwiftyStoreKit.finishTransaction(transaction)
            }
        }
        SwiftyStoreKit.purchaseProduct("com.example.flowershop.book", atomically: false) { result in
            if case .success(let purchase) = result { SwiftyStoreKit.start(purchase.transaction.downloads) }
        }
    }
}

private func deliver(to server: any FlowerServer) {
    SwiftyStoreKit.deliver { purchase in
        try await server.unlock(purchase.productId, transaction: purchase.transaction.transactionIdentifier)
    }
    SwiftyStoreKit.presentCodeRedemptionSheet()
}

private func sheets(_ client: StoreClient, _ transactionID: UInt64) async throws {
    try await client.redeemCode()
    if try await client.requestRefund(of: transactionID) == .userCancelled { return }
    try await client.manageSubscriptions()
}

private func fetch(for server: any FlowerServer) async throws {
    let receipt = try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
    try await server.verify(receipt.base64EncodedString())
}

private func verifyInTheSandbox(_ secret: String) async throws {
    let validator = AppleReceiptValidator(service: .sandbox, sharedSecret: secret)
    let receipt = try await SwiftyStoreKit.verifyReceipt(using: validator)
    _ = receipt
}

private func remember(in folder: URL, _ validator: LocalReceiptValidator) {
    let storage = FileStorage(folder: folder)
    let owned = OwnedProducts(validator: validator, storage: storage)
    _ = owned
}

private func testOnLinux() async throws {
    let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    LocalDevice.use(store)
    let result = await SwiftyStoreKit.purchaseProduct("com.example.flowershop.greenhouse")
    let validator = LocalReceiptValidator(
        bundleID: "com.example.flowershop",
        deviceIdentifiers: [LocalDevice.usualIdentifier],
        policy: store.trustPolicy
    )
    _ = (result, validator)
}

@Suite("The trait, as an article of SwiftyStoreKit shows it")
struct StoreKitTraitBuyingTests {
    @Test(.storeKit("FlowerShop.storekit")) func renews() async throws {
        let session = try #require(SKTestSession.current)
        _ = await SwiftyStoreKit.purchaseProduct("com.example.flowershop.club.posy")
        try session.advance(days: 30)
        #expect(session.allTransactions().count > 1)
    }
}

/// A list of products behind a lock.
// Sendable is safe: the list is used under the lock only.
private final class WaitingProducts: @unchecked Sendable {
    private let lock = NSLock()
    private var products: [SKProduct] = []

    func add(_ product: SKProduct) { lock.withLock { products.append(product) } }

    func takeAll() -> [SKProduct] {
        lock.withLock {
            defer { products = [] }
            return products
        }
    }
}

private func use(_ device: LocalDevice) async {
    let client = StoreClient(device: device)  // on an iPhone: StoreClient(queue: .default())
    client.log.sink = { event in print(event) }
    let result = await client.purchaseProduct("com.example.flowershop.greenhouse")
    _ = result
}

private func badge(_ yearly: Product, _ monthly: Product) -> String {
    var badge = ""
    if let percent = yearly.saving(comparedWith: monthly) { badge = "-\(percent) %" }
    return badge
}

private func buy(
    _ product: Product,
    _ deliver: (VerificationResult<Transaction>) -> Void,
    _ say: (String) -> Void
) async {
    let check = await ChargeCheck(product)
    do {
        let result = try await product.purchase()
        if case .userCancelled = result, case .charged(let late) = await check.verdict() { deliver(late) }
    } catch {
        switch await check.verdict(after: error) {
        case .charged(let late): deliver(late)
        case .mayHaveBeenCharged: say("If you were charged, the purchase will arrive by itself. Do not buy again.")
        case .notCharged: say("Nothing was charged.")
        }
    }
}

private func load(_ url: URL, _ storage: FileStorage) async throws -> [Product] {
    let bundled = ProductCatalogue(["com.example.flowershop.seeds"])
    let list = ServerProductList(url: url, bundled: bundled, storage: storage)
    let loaded = await list.load()
    let products = try await Product.products(for: loaded.catalogue.productIDs)
    return products
}

private func diagnose(_ identifiers: [String]) async {
    let diagnostics = await StoreDiagnostics.run(for: identifiers)
    print(diagnostics.text)
}

private func changeOver(_ server: some FlowerServer) {
    SwiftyStoreKit.storeKit = .storeKit2
    SwiftyStoreKit.deliver { purchase in
        try await server.deliver(purchase.productId, jws: purchase.jwsRepresentation)
    }
}

extension FlowerShop {
    fileprivate func ownSigned(_ verifier: SignedDataVerifier) async {
        let owned = SignedEntitlements(verifier: verifier)
        Task { await owned.run() }
        switch owned.state.knowledge {
        case .confirmed, .remembered: unlock(owned.state.productIDs)
        case .stale, .notKnownYet: show("Not known yet")
        }
    }
}

@MainActor
private func showPurchases(
    _ client: StoreClient,
    _ owned: OwnedProducts,
    _ show: (String) -> Void
) async throws {
    let rows = try await ProductRowModel.rows(of: ["greenhouse"], client: client, owned: owned)
    await rows.first?.buy()
    let picker = SubscriptionPickerModel(["posy", "bouquet"], client: client, owned: owned)
    try await picker.load()
    await picker.select("bouquet")
    show(picker.note ?? "")
    let gate = EntitlementGateModel(["greenhouse"], client: client, owned: owned)
    Task { await gate.run() }
}
