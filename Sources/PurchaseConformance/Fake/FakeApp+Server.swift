extension FakeApp {
    func buy(_ productID: String, winBackOffer offer: String) async -> BuyingOutcome {
        await take(await store.buy(productID, winBackOffer: offer))
    }

    func logIn(as customer: String) async -> Bool { await store.logIn(as: customer) }

    func logOut() async { await store.logOut() }

    /// Everybody who asks meanwhile gets the same answer.
    func rights() async -> ServedRights {
        if let asking { return await asking.value }
        let question = Task { [store] in await store.rights() }
        asking = question
        defer { asking = nil }
        return await question.value
    }

    func refusedPurchases() async -> Int { refused }

    func checkReceipt(refreshing: Bool) async -> ReceiptAnswer { await store.checkReceipt(refreshing: refreshing) }

    /// Sends a purchase to the server, twice if need be; whether it has it, or will never take it.
    func send(_ purchase: DeliveredPurchase) async -> Bool {
        for _ in 0..<2 {
            switch await store.upload(purchase) {
            case .taken: return true
            case .refused:
                refused += 1
                return true
            case .nothing: continue
            }
        }
        return false
    }
}
