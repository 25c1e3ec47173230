import Locking
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension IAPHelper {
    /// Hears from the client what no call waits for.
    func observe() {
        client.completeTransactions(atomically: false) { [weak self] purchases in
            for purchase in purchases { self?.arrived(purchase) }
        }
        client.onEntitlementRevocation { [weak self] in self?.revoked($0) }
        client.shouldAddStorePaymentHandler = { [weak self] _, product in
            self?.wants(product.productIdentifier) ?? false
        }
        // The first one is the storefront of now.
        let changes = client.storefronts.dropFirst()
        Task { [weak self] in
            for await _ in changes {
                guard let self else { return }
                changedStorefront()
            }
        }
    }

    /// A purchase has come that no call waits for.
    ///
    /// - Parameter copies: The other transactions in which the queue shows it.
    func arrived(_ purchase: Purchase, _ copies: [Purchase] = []) {
        let productId = purchase.productId
        switch purchase.transaction.transactionState {
        case .purchased: arrived(.purchaseSuccess(productId: productId), purchase, copies)
        case .restored: arrived(.purchaseRestoreSuccess(productId: productId), purchase, copies)
        case .deferred: tell(.purchaseDeferred(productId: productId), state.withLock { $0.listener })
        case .failed:
            let error = (purchase.transaction as? SKPaymentTransaction)?.error
            tell(
                .failure(of: productId, error),
                state.withLock { $0.takeListener(for: productId) },
                because: error
            )
        case .purchasing: break
        @unknown default: break
        }
    }

    private func arrived(_ notification: IAPNotification, _ purchase: Purchase, _ copies: [Purchase]) {
        if let handler = state.withLock({ $0.takeListener(for: purchase.productId) }) {
            return deliver(notification, purchase.transaction, copies, to: handler)
        }
        // Nobody could deliver it: it is owned, and stays in the queue until somebody hears of it.
        remember(purchase.productId, purchase.transaction)
        log.note("Not finished until somebody receives notifications: \(purchase.productId)")
        state.withLock { state in
            for shown in [purchase] + copies { state.hold(shown) }
        }
    }

    /// Whether a purchase that was begun in the App Store goes on: not of what is owned, unless it is used up.
    private func wants(_ productId: ProductId) -> Bool {
        !isProductPurchased(id: productId) || catalogue.isConsumable(productId)
    }

    private func revoked(_ productIds: [ProductId]) {
        forget(Set(productIds))
        processReceipt()
        let listener = state.withLock { $0.listener }
        for productId in productIds { tell(.appStoreRevokedEntitlements(productId: productId), listener) }
    }

    /// Prices belong to a storefront: products that were retrieved are retrieved anew.
    private func changedStorefront() {
        let hadProducts = products != nil
        client.callbacks.enqueue { [self] in
            let handler = Handler<IAPNotification> { [self] notification in
                state.withLock { $0.listener }?(notification)
            }
            if hadProducts { requestProducts(handler) }
            tell(.appStoreChanged, state.withLock { $0.listener })
        }
    }
}
