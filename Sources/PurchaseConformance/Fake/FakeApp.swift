import Foundation

/// An app on the store in memory.
actor FakeApp: PurchaseApp {
    private let store: FakeStore
    private let delivery: DeliveryAnswer?
    private var done: [DeliveredPurchase] = []
    private var attempts = 0
    private var lost: [String] = []
    private var known: Set<String> = []
    private var isDead = false

    init(_ store: FakeStore, _ delivery: DeliveryAnswer?) {
        self.store = store
        self.delivery = delivery
    }

    func products(_ identifiers: Set<String>) async -> LoadedProducts {
        let sold = await Set(store.sold)
        return LoadedProducts(
            items: identifiers.intersection(sold).sorted().map { .init(id: $0, title: $0, displayPrice: "$1.00") },
            unknown: identifiers.subtracting(sold)
        )
    }

    func buy(_ productID: String, quantity: Int, account: UUID?) async -> BuyingOutcome {
        let outcome = await store.buy(productID, quantity: quantity, account: account)
        if case .bought(let purchase) = outcome {
            for _ in 0..<(await store.takeCopies()) { await deliver(purchase) }
        }
        return outcome
    }

    func restore() async -> RestoreOutcome {
        let outcome = await store.restore()
        if case .restored(let purchases) = outcome {
            for purchase in purchases { await deliver(purchase) }
        }
        return outcome
    }

    /// Takes up what is unfinished.
    func wake() async {
        for entry in await store.unfinished where entry.isSigned && !entry.isRevoked { await deliver(entry.purchase) }
    }

    /// Deliver, then finish; each purchase once.
    private func deliver(_ purchase: DeliveredPurchase) async {
        guard !isDead, let delivery, known.insert(purchase.transactionID).inserted else { return }
        attempts += 1
        guard delivery == .delivers else { return }
        done.append(purchase)
        await store.finish(purchase.transactionID)
    }

    func lose(_ productID: String) { lost.append(productID) }

    func delivered() async -> [DeliveredPurchase] { done }
    func deliveryAttempts() async -> Int { attempts }
    func revoked() async -> [String] { lost }
    func owned() async -> Set<String> { await store.owned }
    func finish(_ purchase: DeliveredPurchase) async { await store.finish(purchase.transactionID) }

    func kill() async {
        isDead = true
        await store.attach(nil)
    }
}
