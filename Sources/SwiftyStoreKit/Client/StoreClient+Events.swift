import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

// What a backend tells the client.
extension StoreClient {
    /// Transactions are new or have moved on.
    ///
    /// - Parameter queued: What is in the queue; asked only if somebody needs it.
    func updated(_ transactions: [SKPaymentTransaction], queued: () -> Set<ObjectIdentifier>) {
        let paid = transactions.filter(\.isPaid).map(\.boughtProductID)
        state.withLock { state in
            state.openTransactions.updated(transactions)
            state.lostProducts.subtract(paid)
        }
        restoredLedger.opened(transactions)
        for transaction in transactions {
            transactionFeed.send(Purchase(transaction, needsFinish: false))
            log.note(transaction)
        }
        // Asked before the router is locked: the queue has locks of its own.
        let needsQueue = state.withLock { $0.router.needsQueue }
        let queued = needsQueue ? queued() : []
        perform(state.withLock { $0.router.updated(transactions, queued: queued) })
    }

    /// Transactions have left the queue.
    func removed(_ transactions: [SKPaymentTransaction]) {
        state.withLock { $0.openTransactions.removed(transactions) }
        restoredLedger.closed(transactions)
        for transaction in transactions {
            log.note(
                .finished,
                productID: transaction.payment.productIdentifier,
                transactionID: transaction.transactionIdentifier
            )
        }
        perform(state.withLock { $0.router.removed(transactions) })
    }

    /// A restore has ended, with an error if it failed.
    func restoreEnded(_ error: (any Error)?) {
        log.note(.restoreEnded, error: error)
        perform(state.withLock { $0.router.restoreEnded(error) })
    }

    /// Products are not owned any more.
    func revoked(_ productIdentifiers: [String]) {
        for product in productIdentifiers { log.note(.revoked, productID: product) }
        let change = EntitlementChange(added: [], removed: Set(productIdentifiers), cause: .revocation)
        announce(change)
        revocationFeed.send(change)
        guard let handler = state.withLock({ $0.handlers.entitlementRevocation }) else { return }
        callbacks.enqueue { handler(productIdentifiers) }
    }

    /// Something was taken away, and the customer owns the product all the same, by another transaction: nobody is told of a
    /// loss, and who follows what is owned looks again.
    func revokedInPart() { revocationFeed.send(EntitlementChange(added: [], removed: [], cause: .revocation)) }

    /// Tells who follows what is owned, a loss once, for it is heard of in two ways: the store tells of a refund, and whoever
    /// looks finds it.
    func announce(_ change: EntitlementChange) {
        let removed = state.withLock { state in
            let new = change.removed.subtracting(state.lostProducts)
            state.lostProducts.formUnion(new)
            state.lostProducts.subtract(change.added)
            return new
        }
        if !change.added.isEmpty || !removed.isEmpty {
            entitlementFeed.send(EntitlementChange(added: change.added, removed: removed, cause: change.cause))
        }
        ownershipFeed.send(())
    }

    /// The products that those who follow were told are lost, and that were not bought since.
    var lostProducts: Set<String> { state.withLock { $0.lostProducts } }

    /// The customer moved to another national store.
    func storefrontChanged() {
        log.note(.storefrontChanged)
        storefrontFeed.send(storefront)
    }

    /// A purchase was begun in the App Store: whether it is added now. Without a handler it waits for one.
    func isWanted(_ begun: StorePayment) -> Bool {
        let handler: ShouldAddStorePaymentHandler? = state.withLock { state in
            if state.handlers.shouldAddStorePayment == nil { state.handlers.hold(begun) }
            return state.handlers.shouldAddStorePayment
        }
        return handler?(begun.payment, begun.product) ?? false
    }

    /// A transaction whose signature does not hold: told, and neither delivered nor finished.
    func unverified(_ transaction: UnverifiedTransaction) {
        log.note(
            .unverified,
            productID: transaction.productId,
            transactionID: transaction.transactionIdentifier,
            error: transaction.reason
        )
        unverifiedFeed.send(transaction)
    }
}

extension PurchaseLog {
    /// Notes what has become of a transaction.
    fileprivate func note(_ transaction: SKPaymentTransaction) {
        let kind: PurchaseEvent.Kind? =
            switch transaction.transactionState {
            case .purchasing: .purchaseStarted
            case .purchased: .purchased
            case .restored: .restored
            case .deferred: .deferred
            case .failed: .failed
            @unknown default: nil
            }
        guard let kind else { return }
        note(
            kind,
            productID: transaction.payment.productIdentifier,
            transactionID: transaction.transactionIdentifier,
            error: transaction.error
        )
    }
}
