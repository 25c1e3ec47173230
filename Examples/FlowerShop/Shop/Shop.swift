import Foundation
import PurchaseServerClient
import SwiftyStoreKit

/// What the shop's screens show and do. It knows nothing of the screens, nor of where the store is.
actor Shop {
    nonisolated let jar: SeedJar
    nonisolated let owned: OwnedProducts
    nonisolated let client: StoreClient
    nonisolated let catalogue: ProductCatalogue
    /// Where purchases go before they are finished; nil where the shop has no server.
    private let server: PurchaseBackend?
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
    func rows() async throws -> [ProductCard] { try await client.productCards(catalogue.productIDs, owned: owned) }

    /// Buys a product of the list.
    func buy(_ productID: String) async -> PurchaseAnswer {
        guard client.canMakePayments else {
            return .failed(reason: "Purchases are not allowed on this device", mayHaveBeenCharged: false)
        }
        let answer = PurchaseAnswer(await client.purchaseProduct(productID))
        // The delivery runs on its own; the screen that says thanks must know already what the customer owns.
        if answer == .bought { await owned.reconcile(because: .purchase) }
        return answer
    }

    /// Fetches the receipt anew because the customer asked for it; the store may want a password.
    func refresh() async throws(ReceiptError) {
        _ = try await client.fetchReceipt(forceRefresh: true)
        await owned.reconcile(because: .request)
    }
}
