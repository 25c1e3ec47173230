import Locking

extension LocalDevice {
    /// Learns what has become of the purchases that wait for somebody, so that each is delivered by the API that asked for
    /// it; runs on the work queue.
    func learnOfAttempts() {
        guard deliveries.withLock({ $0.isWaiting }), let found = try? session.attempts() else { return }
        deliveries.withLock { $0.learn(found) }
    }

    /// Tells both APIs that the customer is in another storefront; runs on the work queue.
    func announceStorefront() {
        core.announceStorefront(in: self)
        if let storefront = session.storefront { transactions.storefronts.send(Storefront(storefront)) }
    }

    /// What happened in the store, oldest first; runs on the work queue.
    ///
    /// What was bought one after another is looked up and taken in together.
    func handle(_ events: [SessionEvent]) {
        var rest = events[...]
        while let first = rest.first {
            let purchases = rest.prefix(while: \.isOfPurchase)
            guard !purchases.isEmpty else {
                handle(first)
                rest = rest.dropFirst()
                continue
            }
            // The news come first, so that what `updates` tells is not given to the queue as well.
            transactions.handle(purchases.compactMap(\.news), in: self)
            core.handle(purchases.compactMap(\.purchase), in: self)
            rest = rest.dropFirst(purchases.count)
        }
    }

    /// Something else happened in the store; runs on the work queue.
    func handle(_ event: SessionEvent) {
        switch event {
        case .storefrontChanged: return announceStorefront()
        case .deleted(let identifiers): deliveries.withLock { $0.forget(identifiers) }
        case .stateReplaced:
            // Identifiers may begin anew: it is as if the app were launched. The queue signs in to the store.
            deliveries.withLock { $0 = LaunchDeliveries() }
            core.handle(event, in: self)
            return transactions.handle(event, in: self)
        default: break
        }
        transactions.handle(event, in: self)
        core.handle(event, in: self)
    }
}

extension SessionEvent {
    /// Whether it says no more than that something was bought.
    fileprivate var isOfPurchase: Bool {
        switch self {
        case .news, .purchased: true
        default: false
        }
    }

    fileprivate var news: SessionNews? {
        if case .news(let news) = self { news } else { nil }
    }

    fileprivate var purchase: SessionTransaction? {
        if case .purchased(let purchase) = self { purchase } else { nil }
    }
}
