import Foundation

/// An app on the store in memory.
actor FakeApp: PurchaseApp {
    let store: FakeStore
    private let delivery: DeliveryAnswer?
    private let isServed: Bool
    private var done: [DeliveredPurchase] = []
    private var attempts = 0
    private var lost: [String] = []
    private var known: Set<String> = []
    private var storefronts: [String] = []
    private var takes: Bool?
    private(set) var goesOn = true
    private var isDead = false
    /// The question to the server that is under way.
    var asking: Task<ServedRights, Never>?
    /// How many purchases stay with somebody else.
    var refused = 0

    /// - Parameter isServed: Whether the app sends its purchases to a server.
    init(_ store: FakeStore, _ delivery: DeliveryAnswer?, isServed: Bool = false) {
        self.store = store
        self.delivery = delivery
        self.isServed = isServed
    }

    func products(_ identifiers: Set<String>) async -> LoadedProducts { await store.products(identifiers) }

    func buy(_ productID: String, quantity: Int, account: UUID?) async -> BuyingOutcome {
        await take(await store.buy(.init(productID: productID, quantity: quantity, account: account)))
    }

    func buy(_ productID: String, with offer: SignedOffer) async -> BuyingOutcome {
        await take(await store.buy(productID, with: offer))
    }

    func take(_ outcome: BuyingOutcome) async -> BuyingOutcome {
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
        if isServed, await !send(purchase) {
            known.remove(purchase.transactionID)
            return
        }
        attempts += 1
        guard delivery == .delivers else { return }
        done.append(purchase)
        await store.finish(purchase.transactionID)
    }

    func lose(_ productID: String) { lost.append(productID) }

    func hear(_ storefront: String) { storefronts.append(storefront) }

    /// Buys what was begun in the store, once the app has said that it wants it.
    func takePromoted() async {
        guard let takes, !isDead else { return }
        for product in await store.takePromoted() where takes { _ = await buy(product, quantity: 1, account: nil) }
    }

    func takesPromotedPurchases(_ takes: Bool) async {
        self.takes = takes
        await takePromoted()
    }

    func goesOnInOtherStorefronts(_ goesOn: Bool) async { self.goesOn = goesOn }
    func storefront() async -> String? { await store.storefront }
    func storefrontChanges() async -> [String] { storefronts }
    func standings(of productID: String) async -> [SubscriptionStanding] { await store.standings(of: productID) }
    func change(to productID: String) async -> PlannedChange? { await store.change(to: productID) }
    func offers(of productID: String) async -> [OfferAnswer] { await store.offers(of: productID) }
    func askForRefund(_ purchase: DeliveredPurchase) async -> RefundSheetAnswer { await store.askForRefund(purchase) }
    func delivered() async -> [DeliveredPurchase] { done }
    func deliveryAttempts() async -> Int { attempts }
    func revoked() async -> [String] { lost }
    func owned() async -> Set<String> { await store.owned }
    func takenBack() async -> Set<String> { await store.takenBack }
    func finish(_ purchase: DeliveredPurchase) async { await store.finish(purchase.transactionID) }

    func kill() async {
        isDead = true
        await store.attach(nil)
    }
}
