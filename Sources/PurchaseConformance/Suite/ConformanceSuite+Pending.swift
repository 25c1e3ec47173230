extension ConformanceSuite {
    static let pendingChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "pending.is-an-outcome",
            .must,
            "A purchase that waits for approval is answered as waiting, and is not delivered.",
            needs: [.freshCustomer, .approval]
        ) { run in
            let app = try await waiting(run)
            await run.customer.settle()
            try run.expectEqual(await app.delivered(), [], "delivered")
        },
        ConformanceCheck(
            "pending.approved-while-running",
            .must,
            "What is allowed while the app runs is delivered once.",
            needs: [.freshCustomer, .approval, .inspection]
        ) { run in
            let app = try await waiting(run)
            try await run.customer.happen(.approval)
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
        ConformanceCheck(
            "pending.approved-while-closed",
            .must,
            "What is allowed while the app is closed is delivered at the next launch.",
            needs: [.freshCustomer, .approval, .relaunch, .inspection]
        ) { run in
            let app = try await waiting(run)
            await app.kill()
            try await run.customer.happen(.approval)
            let next = try await run.launch()
            try await run.delivered(1, by: next)
            try await run.allFinished()
        },
        ConformanceCheck(
            "pending.refused-frees-the-product",
            .must,
            "What is refused is not delivered, and the product can be bought again.",
            needs: [.freshCustomer, .approval, .inspection]
        ) { run in
            let app = try await waiting(run)
            try await run.customer.happen(.refusal)
            await run.customer.settle()
            try run.expectEqual(await app.delivered(), [], "delivered")
            try await run.customer.happen(.waitingForApproval(false))
            try await run.bought(run.shop.consumable, by: app)
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
        ConformanceCheck(
            "pending.gives-no-right",
            .must,
            "A subscription that waits for approval is not owned.",
            needs: [.freshCustomer, .approval, .entitlements]
        ) { run in
            let app = try await waiting(run, for: run.shop.subscription)
            await run.customer.settle()
            try run.expectEqual(await app.owned(), [], "owned")
        },
    ]

    /// Buys what has to be allowed.
    private static func waiting(
        _ run: ConformanceRun,
        for productID: String? = nil
    ) async throws -> any PurchaseApp {
        let app = try await run.launch()
        try await run.customer.happen(.waitingForApproval(true))
        let outcome = await app.buy(productID ?? run.shop.consumable, quantity: 1, account: nil)
        try run.expectEqual(outcome, .pending, "the outcome")
        return app
    }
}
