import Foundation
import Locking

/// What a device's payment queue does, apart from its face.
///
/// Work for the store runs on the device's work queue, one piece at a time. A transaction changes, and its observers
/// hear of it, in one block on the callback queue; so an observer sees every state, and in order.
final class PaymentQueueCore: Sendable {
    let state = Locked(PaymentQueueState())
    private let observerList = Locked(ObserverList())
    private let delegateReference = Locked(WeakReference<any SKPaymentQueueDelegate>?.none)
    private let deviceReference = Locked(WeakReference<LocalDevice>?.none)

    /// Connects the queue to the device that owns it.
    ///
    /// - Parameter callbacks: Where the observers are called, also after the device has gone.
    func attach(to device: LocalDevice, callbacks: CallbackQueue) {
        let reference = WeakReference(device)
        lastCallbacks.withLock { $0 = callbacks }
        deviceReference.withLock { $0 = reference }
    }

    private let lastCallbacks = Locked(CallbackQueue?.none)

    /// Calls the observers of a queue whose device has gone, so that nobody waits for ever.
    func deliverWithoutDevice(_ body: @escaping @Sendable () -> Void) {
        lastCallbacks.withLock { $0 }?.enqueue(body)
    }

    /// Why nothing can be done in a queue whose device has gone.
    static let deviceGone = SKError(
        .unknown,
        userInfo: [NSLocalizedDescriptionKey: "The device of this payment queue is gone. Keep the LocalDevice."]
    )

    var device: LocalDevice? {
        deviceReference.withLock { $0 }?.object
    }

    var delegate: (any SKPaymentQueueDelegate)? {
        get { delegateReference.withLock { $0 }?.object }
        set {
            let reference = newValue.map { WeakReference($0) }
            delegateReference.withLock { $0 = reference }
        }
    }

    var observers: [any SKPaymentTransactionObserver] {
        observerReferences.compactMap(\.object)
    }

    var transactions: [SKPaymentTransaction] { state.withLock { $0.transactions } }

    private var observerReferences: [WeakReference<any SKPaymentTransactionObserver>] {
        observerList.withLock { $0.references }
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        let reference = WeakReference(observer)
        let isFirst = observerList.withLock { $0.add(reference) }
        guard isFirst, let device else { return }
        synchronise(with: device)
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        let reference = WeakReference(observer)
        observerList.withLock { $0.remove(reference) }
    }

    /// Takes in what the store has unfinished, then delivers everything that is in the queue once more.
    func synchronise(with device: LocalDevice) {
        device.work.enqueue { [self] in
            reloadIfOutdated(from: device)
            // A store that cannot be reached has nothing to deliver now; the next synchronisation asks again.
            let unfinished = (try? device.session.unfinished()) ?? []
            let known = state.withLock { $0.adopt(unfinished) }.isEmpty
            if !known { device.updateReceipt() }
            device.deliver { [self] in
                announce(state.withLock { $0.deliverable }, in: device)
                device.askAboutStorePurchases()
            }
            askAboutPriceIncreases(in: device)
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
