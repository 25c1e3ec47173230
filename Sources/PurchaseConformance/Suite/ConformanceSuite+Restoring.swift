extension ConformanceSuite {
    static let restoreChecks: [ConformanceCheck] = [
        ConformanceCheck("restore.nothing-is-no-error", .must, "A restore without purchases succeeds and is empty.") {
            run in
            let app = try await run.launch()
            try run.expectEqual(await app.restore(), .restored([]), "the outcome")
        },
        ConformanceCheck("restore.gives-back-what-is-owned", .must, "What is owned for ever comes back.") { run in
            let (app, bought) = try await owning(run.shop.nonConsumable, run)
            let restored = try await restored(run, by: app)
            try run.expectEqual(restored.map(\.productID), [run.shop.nonConsumable], "restored")
            try run.expectEqual(
                restored.map(\.originalTransactionID),
                [bought.transactionID],
                "the transaction that was restored"
            )
        },
        ConformanceCheck("restore.gives-back-subscriptions", .must, "A subscription comes back.") { run in
            let (app, _) = try await owning(run.shop.subscription, run)
            try run.expectEqual(try await restored(run, by: app).map(\.productID), [run.shop.subscription], "restored")
        },
        ConformanceCheck("restore.consumables-do-not-come-back", .must, "What is used up does not come back.") { run in
            let (app, _) = try await owning(run.shop.consumable, run)
            try run.expectEqual(await app.restore(), .restored([]), "the outcome")
            await run.customer.settle()
            try run.expectEqual(await app.delivered().count, 1, "deliveries")
        },
        ConformanceCheck("restore.is-delivered", .should, "What is restored is delivered again, once.") { run in
            let (app, _) = try await owning(run.shop.nonConsumable, run)
            _ = try await restored(run, by: app)
            try await run.delivered(2, by: app)
        },
        ConformanceCheck(
            "restore.refunded-does-not-come-back",
            .must,
            "What was refunded is not given back.",
            needs: [.freshCustomer, .refunds]
        ) { run in
            let (app, _) = try await owning(run.shop.nonConsumable, run)
            try await run.customer.happen(.refund(run.shop.nonConsumable))
            try run.expectEqual(await app.restore(), .restored([]), "the outcome")
        },
        ConformanceCheck(
            "restore.cancel-is-its-own-outcome",
            .must,
            "A customer who does not sign in is told apart from a failure.",
            needs: [.freshCustomer, .cancelling]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.refusingToSignIn)
            try run.expectEqual(await app.restore(), .failed(.cancelled), "the outcome")
        },
        ConformanceCheck("restore.two-at-once-are-both-answered", .should, "Two restores at once are both answered.") {
            run in
            let (app, _) = try await owning(run.shop.nonConsumable, run)
            async let one = restored(run, by: app)
            async let other = restored(run, by: app)
            let products = try await (one.map(\.productID), other.map(\.productID))
            try run.expectEqual(products.0, [run.shop.nonConsumable], "the first answer")
            try run.expectEqual(products.1, [run.shop.nonConsumable], "the second answer")
        },
    ]

    /// An app whose customer has bought something and had it delivered.
    private static func owning(
        _ productID: String,
        _ run: ConformanceRun
    ) async throws -> (app: any PurchaseApp, bought: DeliveredPurchase) {
        let app = try await run.launch()
        let bought = try await run.bought(productID, by: app)
        try await run.delivered(1, by: app)
        // What is unfinished is not restored.
        if run.harness.capabilities.contains(.inspection) { try await run.allFinished() }
        return (app, bought)
    }

    private static func restored(_ run: ConformanceRun, by app: any PurchaseApp) async throws -> [DeliveredPurchase] {
        let outcome = await app.restore()
        guard case .restored(let purchases) = outcome else { throw NotHeld(seen: "\(outcome)") }
        return purchases
    }
}
