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
        var (news, purchases): ([SessionNews], [SessionTransaction]) = ([], [])
        func takeIn() {
            // The news come first, so that what `updates` tells is not given to the queue as well.
            transactions.handle(news, in: self)
            core.handle(purchases, in: self)
            (news, purchases) = ([], [])
        }
        for event in events {
            switch event {
            case .news(let new): news.append(new)
            case .purchased(let purchase): purchases.append(purchase)
            default:
                takeIn()
                handle(event)
            }
        }
        takeIn()
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
