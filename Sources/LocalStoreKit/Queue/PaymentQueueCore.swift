import Foundation
import Locking

/// What a device's payment queue does, apart from its face.
///
/// Work for the store runs on the device's work queue, one piece at a time. A transaction changes, and its observers
/// hear of it, in one block on the callback queue; so an observer sees every state, and in order.
final class PaymentQueueCore: Sendable {
    /// All that changes. Observers and delegate are taken out under the lock and called after it.
    let state = Locked(PaymentQueueState())

    /// Connects the queue to the device that owns it.
    ///
    /// - Parameter callbacks: Where the observers are called, also after the device has gone.
    func attach(to device: LocalDevice, callbacks: CallbackQueue) {
        let reference = WeakReference(device)
        state.withLock { ($0.device, $0.callbacks) = (reference, callbacks) }
    }

    /// Calls the observers of a queue whose device has gone, so that nobody waits for ever.
    func deliverWithoutDevice(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.callbacks }?.enqueue(body)
    }

    /// Why nothing can be done in a queue whose device has gone.
    static let deviceGone = SKError(
        .unknown,
        userInfo: [NSLocalizedDescriptionKey: "The device of this payment queue is gone. Keep the LocalDevice."]
    )

    var device: LocalDevice? {
        state.withLock { $0.device }?.object
    }

    var delegate: (any SKPaymentQueueDelegate)? {
        get { state.withLock { $0.delegate }?.object }
        set {
            let reference = newValue.map { WeakReference($0) }
            state.withLock { $0.delegate = reference }
        }
    }

    var observers: [any SKPaymentTransactionObserver] {
        state.withLock { $0.observers.references }.compactMap(\.object)
    }

    var transactions: [SKPaymentTransaction] { state.withLock { $0.transactions } }

    func add(_ observer: any SKPaymentTransactionObserver) {
        let reference = WeakReference(observer)
        let isFirst = change { $0.add(reference) }
        guard isFirst, let device else { return }
        synchronise(with: device)
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        let reference = WeakReference(observer)
        change { $0.remove(reference) }
    }

    /// Changes the list of observers. None of them goes while it is locked: its end may ask the queue for something.
    private func change<Result: Sendable>(_ body: @Sendable (inout ObserverList) -> Result) -> Result {
        withExtendedLifetime(observers) { state.withLock { body(&$0.observers) } }
    }

    /// Takes in what the store has unfinished, then delivers everything that is in the queue once more.
    func synchronise(with device: LocalDevice) {
        device.work.enqueue { [self] in
            reloadIfOutdated(from: device)
            device.learnOfAttempts()
            // A store that cannot be reached has nothing to deliver now; the next synchronisation asks again.
            if let unfinished = try? device.session.unfinished() {
                if !adopt(unfinished, in: device).isEmpty { device.receipt.update() }
                device.deliveries.withLock { $0.begin(.storeKit1) }
            }
            device.deliver { [self] in
                announce(state.withLock { $0.deliverable }, in: device)
                device.askAboutStorePurchases()
            }
            askAboutPriceIncreases(in: device)
        }
    }

    /// Takes in what the store has unfinished, this queue does not know, and StoreKit 2 does not deliver; returns what was new.
    func adopt(_ purchases: [SessionTransaction], in device: LocalDevice) -> [SKPaymentTransaction] {
        let unknown = state.withLock { state in purchases.filter { !state.knows($0.identifier) } }
        let isHeard = !device.transactions.updates.isEmpty
        let (mine, others) = device.deliveries.withLock { deliveries in
            // Restored copies only this queue has.
            let others = unknown.filter { isHeard && $0.original == nil && deliveries.isNews($0.identifier) }
            let names = Set(others.map(\.identifier))
            let rest = unknown.filter { !names.contains($0.identifier) }
            return (rest.filter { deliveries.claim($0.identifier, by: .storeKit1) }, others)
        }
        // The news of them are on their way; who listens may as well have them now.
        if !others.isEmpty { device.transactions.deliver(others.map(\.identifier), in: device) }
        return state.withLock { $0.adopt(mine) }
    }

    /// Takes in and announces what is new among what is unfinished; returns when the observers have heard of it.
    func lookAgain() async {
        guard let device else { return }
        await withCheckedContinuation { (looked: CheckedContinuation<Void, Never>) in
            device.work.enqueue { [self] in
                // A store that cannot be reached has nothing to deliver now.
                arrive((try? device.session.unfinished()) ?? [], in: device)
                device.deliver { looked.resume() }
            }
        }
    }

    /// Tells the observers that transactions have moved on.
    func announce(_ transactions: [SKPaymentTransaction], in device: LocalDevice) {
        guard !transactions.isEmpty else { return }
        for transaction in transactions { device.host(transaction) }
        for observer in observers {
            observer.paymentQueue(device.queue, updatedTransactions: transactions)
        }
    }
}
