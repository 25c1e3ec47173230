import Locking
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension IAPHelper {
    /// Buys a product.
    ///
    /// `completion` hears that the purchase is in progress, then how it ended. After `.purchaseDeferred` it hears once more,
    /// when the purchase is approved or declined while the app runs. What was bought is remembered, then told, then
    /// finished: deliver before you return. While another purchase runs nothing is bought.
    ///
    /// A lower plan begins with the next period. StoreKit 2 answers with the plan that the customer keeps until then, and so
    /// `completion` hears of the success of that one; the lower plan is told, and owned, when it begins.
    public func buyProduct(_ product: SKProduct, completion: @escaping (_ notification: IAPNotification) -> Void) {
        let handler = Handler(completion)
        let productId = product.productIdentifier
        guard state.withLock({ $0.beginPurchase() }) else { return enqueue(.purchaseAbortPurchaseInProgress, handler) }
        log.note(.purchaseStarted, productId: productId)
        enqueue(.purchaseInProgress(productId: productId), handler)
        client.purchaseProduct(product, atomically: false) { [self] in ended($0, of: productId, handler) }
    }

    private func ended(_ result: PurchaseResult, of productId: ProductId, _ handler: Handler<IAPNotification>) {
        state.withLock { $0.isPurchasing = false }
        switch result {
        case .success(let purchase):
            // Not what was asked for where that waits for the renewal.
            deliver(.purchaseSuccess(productId: purchase.productId), purchase.transaction, to: handler)
        case .deferred:
            state.withLock { $0.await(productId, handler) }
            tell(.purchaseDeferred(productId: productId), handler)
        case .error(let error):
            tell(.failure(of: productId, error), handler, because: error)
        }
    }

    /// Restores what the customer bought earlier.
    ///
    /// `completion` hears of each restored product and of each failure. While a purchase runs nothing is restored. Nothing
    /// tells of the end: ``restorePurchases(completion:ended:)`` does.
    public func restorePurchases(completion: @escaping (_ notification: IAPNotification) -> Void) {
        restorePurchases(completion: completion) {}
    }

    /// Restores what the customer bought earlier, and says when that is over.
    ///
    /// - Parameters:
    ///   - completion: Hears of each restored product, of each failure, and that nothing is done while a purchase runs.
    ///   - ended: Called once, after all of that, also if nothing was there to restore: validate the receipt now.
    public func restorePurchases(
        completion: @escaping (_ notification: IAPNotification) -> Void,
        ended: @escaping () -> Void
    ) {
        let (handler, end) = (Handler(completion), Handler<Void> { _ in ended() })
        guard !isPurchasing else {
            enqueue(.purchaseAbortPurchaseInProgress, handler)
            return client.callbacks.enqueue { end(()) }
        }
        log.note(.purchaseRestoreStarted)
        client.restorePurchases(atomically: false) { [self] results in
            restored(results, handler)
            log.note("Restore ended")
            end(())
        }
    }

    private func restored(_ results: RestoreResults, _ handler: Handler<IAPNotification>) {
        var told: Set<ProductId> = []
        for purchase in results.restoredPurchases {
            // A subscription brings all of its periods.
            let isNew = told.insert(purchase.productId).inserted
            let notification = IAPNotification.purchaseRestoreSuccess(productId: purchase.productId)
            deliver(notification, purchase.transaction, to: isNew ? handler : nil)
        }
        for (error, productId) in results.restoreFailedPurchases {
            tell(.purchaseRestoreFailure(productId: productId ?? ""), handler, because: error)
        }
    }

    /// Remembers, tells, then finishes. What could not be kept is not finished: it comes back at the next launch.
    ///
    /// - Parameter copies: The other transactions in which the queue shows the purchase.
    func deliver(
        _ notification: IAPNotification,
        _ transaction: any PaymentTransaction,
        _ copies: [Purchase] = [],
        to handler: Handler<IAPNotification>?
    ) {
        let isKept = notification.productId.map { remember($0, transaction) } ?? true
        tell(notification, handler)
        guard isKept else { return }
        client.finishTransaction(transaction)
        for copy in copies { client.finishTransaction(copy.transaction) }
    }
}

extension IAPNotification {
    /// Why nothing was bought.
    static func failure(of productId: ProductId, _ error: (any Error)?) -> IAPNotification {
        (error as? SKError)?.code == .paymentCancelled
            ? .purchaseCancelled(productId: productId)
            : .purchaseFailure(productId: productId)
    }
}
