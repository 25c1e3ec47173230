extension FakeStore {
    /// What an app keeps on the device.
    struct Device: Sendable {
        var user = "nobody 0"
        var isLoggedIn = false
        /// What the server said last.
        var remembered: Set<String>?
        private var count = 0

        /// Somebody without a name uses the app from now on.
        mutating func leave() {
            count += 1
            (user, isLoggedIn, remembered) = ("nobody \(count)", false, nil)
        }
    }

    /// The app sends a purchase.
    func upload(_ purchase: DeliveredPurchase) -> FakeServer.Answer {
        let subscription = plans[purchase.productID].flatMap { subscriptions[$0.group] }
        return server.take(
            purchase.productID,
            first: subscription?.original ?? purchase.originalTransactionID ?? purchase.transactionID,
            of: device.user,
            isRunning: subscription?.isEntitled ?? false
        )
    }

    func logIn(as customer: String) -> Bool {
        guard server.mood == .answers else { return false }
        if !device.isLoggedIn { server.move(from: device.user, to: customer) }
        (device.user, device.isLoggedIn, device.remembered) = (customer, true, nil)
        _ = answered()
        return true
    }

    func logOut() { device.leave() }

    /// What the customer may use.
    func rights() async -> ServedRights {
        // A request takes its time.
        for _ in 0..<200 { await Task.yield() }
        if let answer = answered() { return ServedRights(owned: answer, source: .server) }
        guard let remembered = device.remembered else { return ServedRights(owned: owned, source: .device) }
        let new = Set(unfinished.filter { $0.isSigned && !$0.isRevoked }.map(\.purchase.productID))
        return ServedRights(owned: remembered.union(new.intersection(owned)), source: .remembered)
    }

    private func answered() -> Set<String>? {
        guard let products = server.answer(about: device.user) else { return nil }
        let running = Set(subscriptions.values.filter(\.isEntitled).map(\.plan.productID))
        let rights = Set(products.keys).filter { $0 != shop.consumable && (plans[$0] == nil || running.contains($0)) }
        device.remembered = rights
        return rights
    }

    // MARK: Receipts

    func checkReceipt(refreshing: Bool) -> ReceiptAnswer {
        if refreshing { signIns += 1 }
        if receiptIsMissing { return .missing }
        receiptChecks += 1
        return receiptsAreRefused ? .refused : .accepted
    }

    /// Buys with an offer for who comes back.
    func buy(_ productID: String, winBackOffer offer: String) async -> BuyingOutcome {
        let eligible = offers(of: productID).filter { $0.kind == .winBack && $0.isEligible == true }
        guard eligible.contains(where: { $0.id == offer }) else { return .failed(.offer, mayHaveBeenCharged: false) }
        return await buy(Order(productID: productID, offer: OfferUsed(.winBack, id: offer)))
    }
}
