/// The observers of a queue, weakly held, in the order in which they came.
struct ObserverList: Sendable {
    private(set) var references: [WeakReference<any SKPaymentTransactionObserver>] = []

    /// Adds an observer once; returns whether there was none before.
    mutating func add(_ observer: WeakReference<any SKPaymentTransactionObserver>) -> Bool {
        remove(observer)
        defer { references.append(observer) }
        return references.isEmpty
    }

    /// Removes an observer, and those that do not live any more.
    mutating func remove(_ observer: WeakReference<any SKPaymentTransactionObserver>) {
        let object = observer.object
        references.removeAll { $0.object == nil || $0.object === object }
    }
}
