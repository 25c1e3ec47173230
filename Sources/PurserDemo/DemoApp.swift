import Foundation
import PurchaseServerClient
import SwiftyStoreKit

/// The app of the demonstration: what a developer writes who knows SwiftyStoreKit and nothing else of Purser.
///
/// The same lines run on an iPhone; there the purchases come from the App Store.
struct DemoApp: Sendable {
    /// The app starts: from now on what is bought goes to the server, and is finished when the server has it on its disk.
    /// What was bought earlier and never delivered comes first.
    func launch(_ server: PurchaseBackend) {
        // The receipt is shown and sent: on StoreKit 2 it has a purchase only after a refresh.
        SwiftyStoreKit.storeKit = .storeKit1
        SwiftyStoreKit.deliver(to: server)
    }

    /// Waits until the server has everything.
    ///
    /// An app does not wait: what the server does not take is offered to it again and again. A story has to end.
    func delivered() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await SwiftyStoreKit.delivered() }
            group.addTask { try? await Task.sleep(for: .seconds(120)) }
            await group.next()
            group.cancelAll()
        }
        guard SwiftyStoreKit.isDelivered else { throw DemoError.notDelivered }
    }

    /// The products with the customer's prices, cheapest first.
    func products(_ identifiers: Set<String>) async throws -> [SKProduct] {
        let results = await SwiftyStoreKit.retrieveProductsInfo(identifiers)
        if let error = results.error { throw error }
        return results.retrievedProducts.sorted { left, right in
            (left.price.decimalValue, left.productIdentifier) < (right.price.decimalValue, right.productIdentifier)
        }
    }

    /// The customer presses *Buy*. The purchase is finished only after the server knows of it.
    func buy(_ product: SKProduct) async throws -> PurchaseDetails {
        switch await SwiftyStoreKit.purchaseProduct(product) {
        case .success(let purchase): return purchase
        case .deferred(let purchase): throw DemoError.waitsForApproval(purchase.productId)
        case .error(let error): throw error
        }
    }

    /// The customer presses *Restore purchases*.
    func restore() async throws -> [Purchase] {
        let results = await SwiftyStoreKit.restorePurchases()
        if let (error, _) = results.restoreFailedPurchases.first { throw error }
        return results.restoredPurchases
    }

    /// The receipt on this device.
    func receipt() async throws -> Data {
        try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
    }
}
