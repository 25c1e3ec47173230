import Foundation
import PurchaseServerClient
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What the shop's screens show and do. It knows nothing of the screens, nor of where the store is.
actor Shop {
    nonisolated let jar: SeedJar
    nonisolated let owned: OwnedProducts
    private let client: StoreClient
    private let catalogue: ProductCatalogue
    /// Where purchases go before they are finished; nil where the shop has no server.
    private let server: PurchaseBackend?
    private var products: [String: SKProduct] = [:]
    private var following: Task<Void, Never>?

    init(
        client: StoreClient,
        catalogue: ProductCatalogue,
        validator: any ReceiptValidator & Sendable,
        storage: any KeyValueStorage,
        server: PurchaseBackend? = nil
    ) {
        self.client = client
        self.server = server
        self.catalogue = catalogue
        jar = SeedJar(storage: storage)
        owned = OwnedProducts(client: client, validator: validator, storage: storage, rules: catalogue.rules)
    }

    /// Opens the shop when the app starts: delivers what is left from earlier launches, and looks at the receipt.
    func open() {
        guard following == nil else { return }
        let jar = jar
        let owned = owned
        let catalogue = catalogue
        let handler: @Sendable (Purchase) async throws -> Void = { purchase in
            if catalogue.isConsumable(purchase.productId),
                let transaction = purchase.transaction.transactionIdentifier
            {
                try await jar.fill(for: transaction, quantity: purchase.quantity)
            } else {
                await owned.reconcile(because: .purchase)
            }
        }
        if let server { client.deliver(to: server, then: handler) } else { client.deliver(handler) }
        following = Task { await owned.run() }
    }

    /// Closes the shop, as the end of the app does.
    func close() {
        following?.cancel()
        following = nil
    }

    /// What the shop's server says the customer may use, or the best that can be known while it is away; nil without one.
    func served() async -> CustomerAccess? { await server?.access() }

    /// The list, cheapest first, with prices in the customer's currency.
    func rows() async throws -> [ProductRow] {
        let results = await client.retrieveProductsInfo(catalogue.productIDs)
        if let error = results.error { throw error }
        products = Dictionary(results.retrievedProducts.map { ($0.productIdentifier, $0) }) { first, _ in first }
        return products.values
            .sorted { ($0.price.doubleValue, $0.productIdentifier) < ($1.price.doubleValue, $1.productIdentifier) }
            .map { product in
                ProductRow(
                    id: product.productIdentifier,
                    title: product.localizedTitle,
                    description: product.localizedDescription,
                    price: product.localizedPrice ?? "Price unknown",
                    isOwned: owned.owns(product.productIdentifier)
                )
            }
    }

    /// Buys a product of the list.
    func buy(_ productID: String) async -> BuyOutcome {
        guard client.canMakePayments else {
            return .failed(reason: "Purchases are not allowed on this device", mayHaveBeenCharged: false)
        }
        let result = await purchase(productID)
        switch result {
        case .success:
            // The delivery runs on its own; the screen that says thanks must know already what the customer owns.
            await owned.reconcile(because: .purchase)
            return .bought
        case .deferred: return .waiting
        case .error(let error) where error.code == .paymentCancelled && !error.mayHaveBeenCharged: return .cancelled
        case .error(let error):
            return .failed(reason: error.localizedDescription, mayHaveBeenCharged: error.mayHaveBeenCharged)
        }
    }

    /// Restores what the customer bought on another device; the number of purchases, or why there are none.
    func restore() async -> Result<Int, SKError> {
        let results = await client.restorePurchases()
        if let failure = results.restoreFailedPurchases.first { return .failure(failure.0) }
        return .success(results.restoredPurchases.count)
    }

    /// Fetches the receipt anew because the customer asked for it; the store may want a password.
    func refresh() async throws(ReceiptError) {
        _ = try await client.fetchReceipt(forceRefresh: true)
        await owned.reconcile(because: .request)
    }

    private func purchase(_ productID: String) async -> PurchaseResult {
        if let product = products[productID] { return await client.purchaseProduct(product) }
        return await client.purchaseProduct(productID)
    }
}
