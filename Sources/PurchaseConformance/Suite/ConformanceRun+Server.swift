extension ConformanceRun {
    /// Launches the app with its server, and logs somebody in.
    func launchServed(as name: String) async throws -> (app: any PurchaseApp, account: String) {
        let app = try await launchServed()
        let account = customer.account(name)
        try expect(await app.logIn(as: account), "\(name) cannot log in")
        return (app, account)
    }

    /// Launches the app with its server; who used it before uses it again.
    func launchServed() async throws -> any PurchaseApp {
        let app = try await customer.launchWithServer()
        await customer.settle()
        return app
    }

    /// Buys, and waits until the server has it and it is finished.
    @discardableResult
    func served(_ productID: String, by app: any PurchaseApp) async throws -> DeliveredPurchase {
        let before = await app.delivered().count
        let bought = try await bought(productID, by: app)
        try await delivered(before + 1, by: app)
        try await allFinished()
        return bought
    }

    /// Waits until the app has sent purchases so often.
    func uploads(_ count: Int) async throws {
        try await until("\(count) uploads") { try await customer.traffic().uploads >= count }
    }

    /// Expects that nothing is delivered, and that this waits.
    func waits(_ productID: String, in app: any PurchaseApp) async throws {
        await customer.settle()
        try expectEqual(await app.delivered(), [], "delivered")
        try expectEqual(try await customer.unfinished(), [productID], "unfinished")
    }
}
