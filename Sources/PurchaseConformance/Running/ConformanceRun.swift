/// One behaviour being tried on one customer; what the checks of the suite see.
struct ConformanceRun: Sendable {
    let harness: any PurchaseHarness
    let customer: any PurchaseCustomer

    var shop: ConformanceShop { harness.shop }

    /// Fails the behaviour.
    func expect(_ holds: Bool, _ seen: @autoclosure () -> String) throws(NotHeld) {
        if !holds { throw NotHeld(seen: seen()) }
    }

    /// Fails the behaviour unless two values are equal.
    func expectEqual<Value: Equatable>(_ value: Value, _ wanted: Value, _ what: String) throws(NotHeld) {
        if value != wanted { throw NotHeld(seen: "\(what): \(value) and not \(wanted)") }
    }

    /// Looks until something is true; after as many looks as the harness has patience, and when the task is cancelled, the
    /// behaviour has failed.
    func until(_ what: String, _ isTrue: () async throws -> Bool) async throws {
        for _ in 0..<max(1, harness.patience) {
            if try await isTrue() { return }
            if Task.isCancelled { throw NotHeld(seen: "\(what): not seen before the run was cancelled") }
            await harness.pause()
        }
        throw NotHeld(seen: "\(what): never seen in \(harness.patience) looks")
    }

    /// Launches the app.
    func launch(_ delivery: DeliveryAnswer? = .delivers) async throws -> any PurchaseApp {
        let app = try await customer.launch(delivery)
        await customer.settle()
        return app
    }

    /// Buys, and expects that it succeeds.
    @discardableResult
    func bought(_ productID: String, by app: any PurchaseApp) async throws -> DeliveredPurchase {
        let outcome = await app.buy(productID, quantity: 1, account: nil)
        guard case .bought(let purchase) = outcome else { throw NotHeld(seen: "buying \(productID): \(outcome)") }
        return purchase
    }

    /// Waits until so many purchases were delivered, then looks that no more come.
    @discardableResult
    func delivered(_ count: Int, by app: any PurchaseApp) async throws -> [DeliveredPurchase] {
        try await until("\(count) deliveries") { await app.delivered().count >= count }
        await customer.settle()
        let delivered = await app.delivered()
        try expectEqual(delivered.count, count, "deliveries")
        return delivered
    }

    /// Waits until nothing is unfinished.
    func allFinished() async throws {
        try await until("everything finished") { try await customer.unfinished().isEmpty }
    }
}

/// A behaviour does not hold.
struct NotHeld: Error {
    /// What was seen.
    let seen: String
}
