import Foundation
import PurchaseServerClient
import SwiftyStoreKit

/// What the shop's screens show and do. It knows nothing of the screens, nor of where the store is.
actor Shop {
    nonisolated let jar: SeedJar
    nonisolated let owned: Belongings
    nonisolated let client: StoreClient
    nonisolated let catalogue: ProductCatalogue
    /// Where purchases go before they are finished; nil where the shop has no server.
    private let server: PurchaseBackend?
    private var following: Task<Void, Never>?

    init(
        client: StoreClient,
        catalogue: ProductCatalogue,
        owned: Belongings,
        storage: any KeyValueStorage,
        server: PurchaseBackend? = nil
    ) {
        self.client = client
        self.server = server
        self.catalogue = catalogue
        self.owned = owned
        jar = SeedJar(storage: storage)
    }

    /// Opens the shop when the app starts: delivers what is left from earlier launches, and looks what is owned.
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
                await owned.refresh(because: .purchase)
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
        if answer == .bought { await owned.refresh(because: .purchase) }
        return answer
    }

    /// Looks anew what is owned because the customer asked for it. Where that is the receipt's to say, it is fetched first, and
    /// the store may want a password.
    func refresh() async throws(ReceiptError) {
        if case .receipt = owned { _ = try await client.fetchReceipt(forceRefresh: true) }
        await owned.refresh(because: .request)
    }
}
