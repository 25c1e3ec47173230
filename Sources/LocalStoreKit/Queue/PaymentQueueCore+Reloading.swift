import Foundation
import Locking

extension PaymentQueueCore {
    /// Looks at everything anew, if another state came in the place of the store's. Runs on the work queue.
    ///
    /// A store that cannot be reached now is asked again at the next occasion.
    ///
    /// - Returns: Whether the queue was outdated.
    @discardableResult
    func reloadIfOutdated(from device: LocalDevice) -> Bool {
        guard state.withLock({ $0.isOutdated }) else { return false }
        guard let storefrontChanged = try? device.session.meetAgain(),
            let unfinished = try? device.session.unfinished(),
            let attempts = try? device.session.attempts()
        else { return true }
        state.withLock { $0.isOutdated = false }
        device.receipt.renew()
        let held = Dictionary(unfinished.map { ($0.identifier, $0.payment.productIdentifier) }) { first, _ in first }
        drop(from: device) { entry in
            // Where identifiers begin anew, one that is held may be of another purchase.
            if let identifier = entry.identifier {
                return held[identifier] != entry.transaction.payment.productIdentifier
            }
            return entry.pending.map { attempts[$0] == nil } ?? false
        }
        if storefrontChanged { device.announceStorefront() }
        takeIn(unfinished, attempts, in: device)
        if !observers.isEmpty { askAboutPriceIncreases(in: device) }
        return true
    }

    /// Takes transactions off the queue that the store has no more, and tells the observers.
    func drop(from device: LocalDevice, where isGone: @Sendable (PaymentQueueState.Entry) -> Bool) {
        let dropped = state.withLock { $0.drop(isGone) }
        guard !dropped.isEmpty else { return }
        for transaction in dropped { cancelQuietly(transaction.downloads) }
        device.deliver { [self] in
            for observer in observers { observer.paymentQueue(device.queue, removedTransactions: dropped) }
        }
    }
}
