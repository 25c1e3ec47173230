extension ConformanceSuite {
    static let storefrontChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "storefront.is-known",
            .must,
            "The customer's storefront is known by its country.",
            needs: [.freshCustomer, .storefronts]
        ) { run in
            let app = try await launched(run)
            try run.expectEqual(await app.storefront(), "USA", "the storefront")
            try run.expectEqual(await app.storefrontChanges(), [], "changes")
        },
        ConformanceCheck(
            "storefront.changes-are-told-once",
            .must,
            "A change of the storefront is told once.",
            needs: [.freshCustomer, .storefronts]
        ) { run in
            let app = try await launched(run)
            try await run.customer.happen(.storefront("DEU"))
            try await run.until("the change told") { await !app.storefrontChanges().isEmpty }
            await run.customer.settle()
            try run.expectEqual(await app.storefrontChanges(), ["DEU"], "changes")
            try run.expectEqual(await app.storefront(), "DEU", "the storefront")
        },
        ConformanceCheck(
            "storefront.prices-are-its-own",
            .must,
            "After a change products have the prices of the new storefront, written as there.",
            needs: [.freshCustomer, .storefronts]
        ) { run in
            let app = try await launched(run)
            let before = await app.products([run.shop.nonConsumable]).items.first?.displayPrice ?? ""
            try run.expect(before.contains("$"), "the price is \(before)")
            try await run.customer.happen(.storefront("DEU"))
            // Until it is told an app may go by what it was answered before.
            try await run.until("the change told") { await !app.storefrontChanges().isEmpty }
            let after = await app.products([run.shop.nonConsumable]).items.first?.displayPrice ?? ""
            try run.expect(after.contains("€") && !after.contains("$"), "the price is \(after)")
        },
        ConformanceCheck(
            "storefront.purchases-go-on",
            .should,
            "A purchase during which the storefront changes goes on, unless the app refuses.",
            needs: [.freshCustomer, .storefronts]
        ) { run in
            let app = try await launched(run)
            try await run.customer.happen(.storefrontDuringPurchase("DEU"))
            try await run.bought(run.shop.consumable, by: app)
            try await run.delivered(1, by: app)
        },
        ConformanceCheck(
            "storefront.the-app-may-refuse",
            .must,
            "A purchase during which the storefront changes is not charged if the app refuses.",
            needs: [.freshCustomer, .storefronts, .inspection]
        ) { run in
            let app = try await launched(run)
            await app.goesOnInOtherStorefronts(false)
            try await run.customer.happen(.storefrontDuringPurchase("DEU"))
            let outcome = await app.buy(run.shop.consumable, quantity: 1, account: nil)
            try run.expectEqual(outcome, .failed(.unavailable, mayHaveBeenCharged: false), "the outcome")
            await run.customer.settle()
            try run.expectEqual(await app.delivered(), [], "delivered")
            try run.expectEqual(try await run.customer.unfinished(), [], "unfinished")
        },
    ]

    /// An app that has asked the store for something: before that a store elsewhere has not said where the customer is.
    private static func launched(_ run: ConformanceRun) async throws -> any PurchaseApp {
        let app = try await run.launch()
        _ = await app.products([run.shop.consumable])
        return app
    }
}
