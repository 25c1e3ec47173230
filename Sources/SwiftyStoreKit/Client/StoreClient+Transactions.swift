import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreClient {
    /// Restores what the customer bought earlier.
    ///
    /// - Parameters:
    ///   - atomically: Whether the transactions are finished as soon as `completion` returns.
    ///   - applicationUsername: The name that was given when buying; empty restores everything.
    ///   - completion: Called once. A call while a restore runs joins it.
    public func restorePurchases(
        atomically: Bool = true,
        applicationUsername: String = "",
        completion: @escaping (RestoreResults) -> Void
    ) {
        _ = beginRestore(atomically: atomically, applicationUsername: applicationUsername, completion: completion)
    }

    /// Begins a restore, or joins the one that runs; cancelling the result ends the wait, not the restore.
    func beginRestore(
        atomically: Bool,
        applicationUsername: String,
        completion: @escaping (RestoreResults) -> Void
    ) -> CancellableCall {
        let wait = RestoreCall.Wait()
        let call = RestoreCall(
            atomically: atomically,
            applicationUsername: applicationUsername.isEmpty ? nil : applicationUsername,
            handler: Handler(completion),
            wait: wait
        )
        log.note(.restoreStarted)
        if let action = state.withLock({ $0.router.restore(call) }) { perform([action]) }
        return CancellableCall { [self] in
            guard let handler = state.withLock({ $0.router.abandon(wait) }) else { return }
            let error = SKError(storeError: CancellationError())
            callbacks.enqueue {
                handler(RestoreResults(restoredPurchases: [], restoreFailedPurchases: [(error, nil)]))
            }
        }
    }

    /// Hears of every transaction that no other call waits for. Call it when the app starts.
    ///
    /// - Parameters:
    ///   - atomically: Whether the transactions are finished as soon as `completion` returns; deferred ones never are.
    ///   - completion: Called for each batch; the first one that is set stays.
    public func completeTransactions(atomically: Bool = true, completion: @escaping ([Purchase]) -> Void) {
        let handler = Handler(completion)
        if let action = state.withLock({ $0.router.complete(atomically: atomically, handler) }) { perform([action]) }
    }

    /// Takes a delivered transaction off the queue.
    ///
    /// Twice is harmless. A transaction that is still being bought, or waits for approval, is left alone.
    public func finishTransaction(_ transaction: any PaymentTransaction) {
        guard let transaction = transaction as? SKPaymentTransaction else { return }
        switch transaction.transactionState {
        case .purchased, .restored, .failed: backend.finish(transaction)
        default: return
        }
    }

    /// Hears when products are not owned any more, by a refund or the end of Family Sharing; the first one that is set
    /// stays.
    public func onEntitlementRevocation(completion: @escaping ([String]) -> Void) {
        let handler = Handler(completion)
        state.withLock { state in
            if state.handlers.entitlementRevocation == nil { state.handlers.entitlementRevocation = handler }
        }
    }

    /// Answers whether a purchase that was begun in the App Store is added.
    ///
    /// StoreKit wants the answer at once and asks on its own queue. Who answers no keeps the product, to buy it later with
    /// `purchaseProduct`: the offer that the customer began with comes along with it. What came before the handler was set is asked about
    /// when it is set, on the callback queue.
    public var shouldAddStorePaymentHandler: ShouldAddStorePaymentHandler? {
        get { state.withLock { $0.handlers.shouldAddStorePayment } }
        set {
            let handler = newValue
            let held: [StorePayment] = state.withLock { state in
                state.handlers.shouldAddStorePayment = handler
                guard handler != nil else { return [] }
                defer { state.handlers.heldStorePayments = [] }
                return state.handlers.heldStorePayments
            }
            guard let handler, !held.isEmpty else { return }
            callbacks.enqueue { [backend] in
                for begun in held where handler(begun.payment, begun.product) {
                    backend.buy(begun.payment, of: begun.product, winBackOfferID: begun.winBackOfferID)
                }
            }
        }
    }
}
