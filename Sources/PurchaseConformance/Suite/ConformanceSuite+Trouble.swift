extension ConformanceSuite {
    static let troubleChecks: [ConformanceCheck] = buyingTroubleChecks + storeTroubleChecks

    private static let buyingTroubleChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "purchase.too-many-are-refused",
            .must,
            "More than ten at once cannot be bought.",
            needs: [.purchases]
        ) { run in
            let app = try await run.launch()
            let outcome = await app.buy(run.shop.consumable, quantity: 11, account: nil)
            try run.expectEqual(outcome, .failed(.invalid, mayHaveBeenCharged: false), "the outcome")
            try run.expectEqual(await app.delivered(), [], "delivered")
        },
        ConformanceCheck(
            "purchase.two-of-one-product-at-once",
            .should,
            "Two purchases of one product at the same time are both answered, each with its own.",
            needs: [.purchases]
        ) { run in
            let app = try await run.launch()
            async let one = run.bought(run.shop.consumable, by: app)
            async let other = run.bought(run.shop.consumable, by: app)
            let identifiers = try await [one.transactionID, other.transactionID]
            try run.expectEqual(Set(identifiers).count, 2, "transactions")
            try await run.delivered(2, by: app)
        },
        ConformanceCheck(
            "purchase.owned-for-ever-is-charged-once",
            .must,
            "What is owned for ever and bought again is not charged again."
        ) { run in
            let app = try await run.launch()
            let first = try await run.bought(run.shop.nonConsumable, by: app)
            try await run.delivered(1, by: app)
            let again = try await run.bought(run.shop.nonConsumable, by: app)
            // StoreKit 1 names the first transaction only of what is restored.
            if let original = again.originalTransactionID {
                try run.expectEqual(original, first.transactionID, "the first transaction")
            }
            try run.expectEqual(again.productID, run.shop.nonConsumable, "the product")
        },
        ConformanceCheck(
            "purchase.reasons-are-told-apart",
            .must,
            "Every reason for which a purchase can fail reaches the app as that reason.",
            needs: [.freshCustomer, .failing]
        ) { run in
            let app = try await run.launch()
            for reason in PurchaseFailureReason.allCases {
                try await run.customer.happen(.failing(reason))
                let outcome = await app.buy(run.shop.consumable, quantity: 1, account: nil)
                guard case .failed(reason, _) = outcome else { throw NotHeld(seen: "\(reason): \(outcome)") }
            }
            try run.expectEqual(await app.delivered(), [], "delivered")
        },
        ConformanceCheck(
            "purchase.who-stops-waiting-loses-nothing",
            .must,
            "A purchase for which nobody waits any more is delivered, once.",
            needs: [.purchases]
        ) { run in
            let app = try await run.launch()
            let product = run.shop.consumable
            let waiting = Task { await app.buy(product, quantity: 1, account: nil) }
            waiting.cancel()
            let outcome = await waiting.value
            await run.customer.settle()
            // Who stopped before the payment was made has bought nothing.
            if case .failed(_, mayHaveBeenCharged: false) = outcome {
                return try run.expectEqual(await app.delivered(), [], "delivered")
            }
            try await run.delivered(1, by: app)
        },
        ConformanceCheck(
            "purchase.begun-in-the-store-waits-for-the-app",
            .must,
            "A purchase that was begun in the store waits until the app takes it, and then is delivered once.",
            needs: [.freshCustomer, .promotions]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.promotion(run.shop.nonConsumable))
            await run.customer.settle()
            try run.expectEqual(await app.delivered(), [], "delivered before the app has said")
            await app.takesPromotedPurchases(true)
            let delivered = try await run.delivered(1, by: app)
            try run.expectEqual(delivered.map(\.productID), [run.shop.nonConsumable], "delivered")
        },
        ConformanceCheck(
            "purchase.begun-in-the-store-can-be-refused",
            .should,
            "A purchase that was begun in the store and that the app does not take is not made.",
            needs: [.freshCustomer, .promotions, .inspection]
        ) { run in
            let app = try await run.launch()
            await app.takesPromotedPurchases(false)
            try await run.customer.happen(.promotion(run.shop.nonConsumable))
            await run.customer.settle()
            try run.expectEqual(await app.delivered(), [], "delivered")
            try run.expectEqual(try await run.customer.unfinished(), [], "unfinished")
        },
        ConformanceCheck(
            "pending.interrupted-comes-when-solved",
            .must,
            "A purchase that is interrupted is not delivered until the customer has put it right, and then once.",
            needs: [.freshCustomer, .interruptions, .inspection]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.interrupting(true))
            let outcome = await app.buy(run.shop.consumable, quantity: 1, account: nil)
            if case .bought = outcome { throw NotHeld(seen: "\(outcome)") }
            await run.customer.settle()
            try run.expectEqual(await app.delivered(), [], "delivered before it was put right")
            try await run.customer.happen(.interruptionSolved)
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
    ]

    private static let storeTroubleChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "products.nothing-asked-is-answered",
            .should,
            "Who asks for no products gets none, and an answer.",
            needs: []
        ) { run in
            let app = try await run.launch()
            let found = await app.products([])
            try run.expectEqual(found.items, [], "products")
            try run.expectEqual(found.unknown, [], "unknown identifiers")
        },
        ConformanceCheck(
            "products.failures-are-not-kept",
            .must,
            "A request that failed says so, and the next one is answered.",
            needs: [.freshCustomer, .failing]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.failingProducts(true))
            let failed = await app.products([run.shop.consumable])
            try run.expect(failed.hasFailed && failed.items.isEmpty, "the answer is \(failed)")
            try run.expectEqual(failed.unknown, [], "unknown identifiers")
            try await run.customer.happen(.failingProducts(false))
            let found = await app.products([run.shop.consumable])
            try run.expectEqual(found.items.map(\.id), [run.shop.consumable], "products")
        },
        ConformanceCheck(
            "finish.withdrawn-products-are-delivered",
            .must,
            "What was bought and is not for sale any more is delivered all the same.",
            needs: [.freshCustomer, .relaunch, .inspection, .withdrawals]
        ) { run in
            let app = try await run.launch(nil)
            try await run.bought(run.shop.nonConsumable, by: app)
            await app.kill()
            try await run.customer.happen(.withdrawn(run.shop.nonConsumable))
            let next = try await run.launch()
            try await run.delivered(1, by: next)
            try await run.allFinished()
        },
        ConformanceCheck(
            "restore.nobody-signs-in-unasked",
            .must,
            "Nobody is asked to sign in unless a restore is asked for.",
            needs: [.freshCustomer, .signIns, .relaunch]
        ) { run in
            let app = try await run.launch()
            _ = await app.products([run.shop.consumable])
            try await run.bought(run.shop.nonConsumable, by: app)
            _ = await app.owned()
            await app.kill()
            let next = try await run.launch()
            _ = await next.owned()
            try run.expectEqual(try await run.customer.signIns(), 0, "how often the customer was asked to sign in")
            _ = await next.restore()
            try run.expect(try await run.customer.signIns() > 0, "a restore asks nobody to sign in")
        },
        ConformanceCheck(
            "rights.are-remembered-while-the-store-is-away",
            .must,
            "What was owned is owned at a launch while the store is out of reach.",
            needs: [.freshCustomer, .entitlements, .offline, .relaunch]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.delivered(1, by: app)
            try await run.until("owned") { await app.owned() == [run.shop.nonConsumable] }
            await app.kill()
            try await run.customer.happen(.offline(true))
            let next = try await run.launch()
            let owned = await next.owned()
            try await run.customer.happen(.offline(false))
            try run.expectEqual(owned, [run.shop.nonConsumable], "owned")
        },
        ConformanceCheck(
            "rights.consumables-are-none",
            .must,
            "What is used up is no right, finished or not.",
            needs: [.freshCustomer, .entitlements]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.consumable, by: app)
            try await run.delivered(1, by: app)
            try run.expectEqual(await app.owned(), [], "owned")
        },
    ]
}
