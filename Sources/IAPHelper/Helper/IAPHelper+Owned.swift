import Locking
import SwiftyStoreKit

extension IAPHelper {
    /// The products that the customer owns: those of the last valid receipt and what was bought since, else those that are
    /// remembered. Setting it replaces what is remembered.
    public var purchasedProductIdentifiers: Set<ProductId> {
        get { Set(owned.keys) }
        set { replace(owned, by: newValue) }
    }

    /// Whether the customer owns a product.
    public func isProductPurchased(id: ProductId) -> Bool { owned[id] != nil }

    /// What the customer owns, and what is known of each purchase.
    private var owned: [ProductId: RememberedPurchase] {
        if let purchased = state.withLock({ $0.purchased }) { return purchased }
        let remembered = loadRemembered()
        return state.withLock { state in
            let purchased = state.purchased ?? remembered
            state.purchased = purchased
            return purchased
        }
    }

    /// Adds a product to what is owned; false if that could not be kept.
    @discardableResult
    func remember(_ productId: ProductId, _ transaction: any PaymentTransaction) -> Bool {
        let before = owned
        let purchase = RememberedPurchase(transaction).orLater(before[productId])
        state.withLock { state in
            var purchased = state.purchased ?? before
            purchased[productId] = purchase
            state.purchased = purchased
        }
        return kept { try persistence.save(productId, purchase) }
    }

    func forget(_ productIds: Set<ProductId>) {
        let before = owned
        state.withLock { state in
            state.purchased = (state.purchased ?? before).filter { !productIds.contains($0.key) }
        }
        kept { for productId in productIds { try persistence.save(productId, purchased: false) } }
    }

    /// Has what is remembered agree with a valid receipt, and keeps what that cannot name: consumables, which it forgets when
    /// they are finished, and what was bought after it was made.
    func reconcile(with receipt: IAPReceipt) {
        let before = owned
        let products = catalogue
        // On StoreKit 1 the receipt has a purchase before anybody hears of it.
        let isBehind = client.storeKit == .storeKit2
        let unnamed = before.filter { productId, purchase in
            products.isConsumable(productId) || isBehind && receipt.isOlder(than: purchase, of: productId)
        }
        replace(before, by: receipt.validatedPurchasedProductIdentifiers.union(unnamed.keys))
    }

    private func replace(_ old: [ProductId: RememberedPurchase], by new: Set<ProductId>) {
        let before = Set(old.keys)
        guard before != new else { return }
        let purchased = Dictionary(uniqueKeysWithValues: new.map { ($0, old[$0] ?? RememberedPurchase()) })
        state.withLock { $0.purchased = purchased }
        kept { try persistence.replace(before, by: new) }
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

    private func loadRemembered() -> [ProductId: RememberedPurchase] {
        let persistence = persistence
        do {
            var remembered: [ProductId: RememberedPurchase] = [:]
            for productId in catalogue.productIDs { remembered[productId] = try persistence.purchase(of: productId) }
            log.note(.purchasedProductsLoadSuccess)
            return remembered
        } catch {
            log.note(.purchasedProductsLoadFailure, error: error)
            return [:]
        }
    }
}
