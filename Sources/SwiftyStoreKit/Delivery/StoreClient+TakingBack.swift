import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

// What becomes of deliveries when the store takes purchases away.
extension StoreClient {
    /// A purchase was taken away: what nobody has of it yet is delivered no more, and finished. Whoever has it already, or is
    /// being given it, goes on as if nothing had happened.
    ///
    /// - Returns: Whether somebody was spared it.
    func withdraw(_ identifier: String) -> Bool {
        if let desk = state.withLock({ $0.desk }) { return desk.withdraw(identifier) }
        let held = state.withLock { $0.router.withdraw(identifier) }
        for transaction in held { backend.finish(transaction) }
        return !held.isEmpty
    }

    /// A purchase is not taken away, or not any more.
    func keep(_ identifier: String) { state.withLock { $0.desk }?.keep(identifier) }

    /// Purchases were taken away: those that were delivered are delivered again when they are given back, in later launches,
    /// too.
    func forgetDeliveries(of identifiers: Set<String>) {
        let desk = state.withLock { state -> DeliveryDesk? in
            if state.desk == nil { state.takenAway.formUnion(identifiers) }
            return state.desk
        }
        desk?.forget(identifiers)
    }

    /// Products were taken away, as StoreKit 1 tells it: which purchases that were StoreKit 2 says, if there is anybody to ask.
    func takeBack(_ productIdentifiers: [String]) {
        _ = context?.run { [weak self] in
            let all = await StoreKit2Context.read(Transaction.all) { _ in }
            let revoked = all.filter { signed in
                signed.transaction.revocationDate != nil && productIdentifiers.contains(signed.transaction.productID)
            }
            for signed in revoked { _ = self?.withdraw(signed.id) }
            self?.forgetDeliveries(of: Set(revoked.map(\.id)))
        }
    }
}
