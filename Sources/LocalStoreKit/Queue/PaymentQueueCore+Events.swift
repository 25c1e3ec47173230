import Foundation
import LocalAppStore
import Locking

extension PaymentQueueCore {
    /// Purchases that no payment of this process asked for, oldest first; runs on the work queue.
    func handle(_ purchases: [SessionTransaction], in device: LocalDevice) {
        if !purchases.isEmpty, device.deliversOtherPurchasesAtOnce { arrive(purchases, in: device) }
    }

    /// Something happened in the store; runs on the work queue, after the purchase that may have caused it.
    func handle(_ event: SessionEvent, in device: LocalDevice) {
        switch event {
        case .completed(let pending, let purchase):
            complete(pending, purchase, in: device)
        case .declined(let pending):
            decline(pending, in: device)
        case .revoked(let products):
            device.receipt.update()
            // What another transaction entitles to, a later period or one that is not the family's, is owned still.
            let lost = products.filter { product in
                let entitling = DeviceSelection(.currentEntitlements, productID: product)
                return (try? device.session.documents(entitling))?.isEmpty ?? true
            }
            guard !lost.isEmpty else { return }
            device.deliver { [self] in
                for observer in observers {
                    observer.paymentQueue(device.queue, didRevokeEntitlementsForProductIdentifiers: lost)
                }
            }
        case .promoted:
            device.askAboutStorePurchases()
        case .missed:
            catchUp(with: device)
        case .deleted(let identifiers):
            device.receipt.renew()
            drop(from: device) { $0.identifier.map(identifiers.contains) ?? false }
        case .stateReplaced:
            state.withLock { $0.isOutdated = true }
            reloadIfOutdated(from: device)
        case .priceIncreased:
            askAboutPriceIncreases(in: device)
        // Purchases are taken in together, above.
        case .news, .purchased, .storefrontChanged: break
        }
    }

    /// StoreKit 2 finished a purchase: it leaves the queue, too.
    func finishedElsewhere(_ identifier: String, in device: LocalDevice) {
        drop(from: device) { $0.identifier == identifier }
    }

    func announceStorefront(in device: LocalDevice) {
        device.deliver { [self] in
            for observer in observers { observer.paymentQueueDidChangeStorefront(device.queue) }
        }
    }

    /// Finds out what happened while the store was away: what was bought, allowed and refused.
    private func catchUp(with device: LocalDevice) {
        device.learnOfAttempts()
        guard !reloadIfOutdated(from: device), let unfinished = try? device.session.unfinished(),
            let attempts = try? device.session.attempts()
        else { return }
        takeIn(unfinished, attempts, in: device)
    }

    /// Goes on with what was held up, and delivers what is new.
    func takeIn(_ unfinished: [SessionTransaction], _ attempts: [String: SessionAttempt], in device: LocalDevice) {
        let purchases = Dictionary(unfinished.map { ($0.identifier, $0) }) { first, _ in first }
        for pending in state.withLock({ $0.pending }) {
            switch attempts[pending] {
            case .declined: decline(pending, in: device)
            case .completed(let identifier): purchases[identifier].map { complete(pending, $0, in: device) }
            case .open, nil: break
            }
        }
        if !observers.isEmpty {
            arrive(unfinished, in: device)
            device.deliveries.withLock { $0.begin(.storeKit1) }
        }
        device.askAboutStorePurchases()
    }

    /// Purchases that no payment of this queue asked for, announced one by one; without an observer they are for the first one
    /// that comes, or for StoreKit 2.
    func arrive(_ purchases: [SessionTransaction], in device: LocalDevice) {
        guard !observers.isEmpty else { return }
        let transactions = adopt(purchases, in: device)
        guard !transactions.isEmpty else { return }
        device.receipt.update()
        for transaction in transactions {
            device.deliver { [self] in
                // Who found it in the queue may have finished it, and would deliver it twice.
                if state.withLock({ $0.has(transaction) }) { announce([transaction], in: device) }
            }
        }
    }

    /// What was held up goes on, if this process began it; else it arrives as a new transaction.
    private func complete(_ pending: String, _ purchase: SessionTransaction, in device: LocalDevice) {
        guard let transaction = state.withLock({ $0.transaction(pending: pending) }) else {
            arrive([purchase], in: device)
            return
        }
        state.withLock { $0.identify(transaction, as: purchase.identifier) }
        device.receipt.update()
        device.deliver { [self] in
            transaction.become(purchase.outcome)
            announce([transaction], in: device)
        }
    }

    private func decline(_ pending: String, in device: LocalDevice) {
        // One that has failed waits to be finished, and may be heard of again after the store was away.
        guard let transaction = state.withLock({ $0.transaction(pending: pending) }),
            transaction.transactionState != .failed
        else { return }
        device.deliver { [self] in
            transaction.become(.failed(SKError(.paymentCancelled)))
            announce([transaction], in: device)
        }
    }
}
