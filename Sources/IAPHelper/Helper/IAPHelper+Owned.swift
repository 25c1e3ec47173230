import Locking
import SwiftyStoreKit

extension IAPHelper {
    /// The products that the customer owns: those of the last valid receipt and what was bought since, else those that are
    /// remembered. Setting it replaces what is remembered.
    public var purchasedProductIdentifiers: Set<ProductId> {
        get {
            if let purchased = state.withLock({ $0.purchased }) { return purchased }
            let remembered = loadRemembered()
            return state.withLock { state in
                let purchased = state.purchased ?? remembered
                state.purchased = purchased
                return purchased
            }
        }
        set { replace(purchasedProductIdentifiers, by: newValue) }
    }

    /// Whether the customer owns a product.
    public func isProductPurchased(id: ProductId) -> Bool { purchasedProductIdentifiers.contains(id) }

    /// Adds a product to what is owned; false if that could not be kept.
    @discardableResult
    func remember(_ productId: ProductId) -> Bool {
        let owned = purchasedProductIdentifiers
        state.withLock { $0.purchased = ($0.purchased ?? owned).union([productId]) }
        return kept { try persistence.save(productId) }
    }

    func forget(_ productIds: Set<ProductId>) {
        let owned = purchasedProductIdentifiers
        state.withLock { $0.purchased = ($0.purchased ?? owned).subtracting(productIds) }
        kept { for productId in productIds { try persistence.save(productId, purchased: false) } }
    }

    /// Has what is remembered agree with a valid receipt. Consumables stay: a receipt forgets those that are finished.
    func reconcile(with receipt: IAPReceipt) {
        let owned = purchasedProductIdentifiers
        let products = catalogue
        let consumables = owned.filter { products.isConsumable($0) }
        replace(owned, by: receipt.validatedPurchasedProductIdentifiers.union(consumables))
    }

    private func replace(_ old: Set<ProductId>, by new: Set<ProductId>) {
        guard old != new else { return }
        state.withLock { $0.purchased = new }
        kept { try persistence.replace(old, by: new) }
    }

    @discardableResult
    private func kept(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            log.note("What is owned could not be kept", error: error)
            return false
        }
    }

    private func loadRemembered() -> Set<ProductId> {
        let persistence = persistence
        do {
            let remembered = try catalogue.productIDs.filter { try persistence.isPurchased($0) }
            log.note(.purchasedProductsLoadSuccess)
            return remembered
        } catch {
            log.note(.purchasedProductsLoadFailure, error: error)
            return []
        }
    }
}
