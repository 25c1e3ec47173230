extension ConformanceSuite {
    static let entitlementChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "rights.nobody-owns-anything-at-first",
            .must,
            "A new customer owns nothing.",
            needs: [.freshCustomer, .entitlements]
        ) { run in
            try run.expectEqual(await run.launch().owned(), [], "owned")
        },
        ConformanceCheck(
            "rights.purchases-are-owned",
            .must,
            "What is owned for ever and a subscription that runs are owned.",
            needs: [.freshCustomer, .entitlements]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.bought(run.shop.subscription, by: app)
            let wanted: Set = [run.shop.nonConsumable, run.shop.subscription]
            try await run.until("both owned") { await app.owned().isSuperset(of: wanted) }
        },
        ConformanceCheck(
            "rights.refund-takes-the-right",
            .must,
            "A refund is told, and takes the right.",
            needs: [.freshCustomer, .entitlements, .refunds]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.delivered(1, by: app)
            try await run.customer.happen(.refund(run.shop.nonConsumable))
            try await run.until("the refund told") { await app.revoked() == [run.shop.nonConsumable] }
            try await run.until("the right gone") { await app.owned().isEmpty }
            try run.expectEqual(await app.delivered().count, 1, "deliveries")
        },
        ConformanceCheck(
            "rights.renewals-are-delivered",
            .must,
            "Each renewal is delivered once, and the subscription stays owned.",
            needs: [.freshCustomer, .entitlements, .time, .relaunch, .inspection]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.subscription, by: app)
            try await run.delivered(1, by: app)
            try await run.allFinished()
            await app.kill()
            try await run.customer.happen(.renewal)
            let next = try await run.launch()
            try await run.delivered(1, by: next)
            try run.expectEqual(await next.owned(), [run.shop.subscription], "owned")
        },
        ConformanceCheck(
            "rights.renewals-come-while-running",
            .should,
            "A renewal is delivered while the app runs, once, without a launch.",
            needs: [.freshCustomer, .entitlements, .time, .inspection, .updates]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.subscription, by: app)
            try await run.delivered(1, by: app)
            try await run.allFinished()
            try await run.customer.happen(.renewal)
            let delivered = try await run.delivered(2, by: app)
            try run.expectEqual(Set(delivered.map(\.transactionID)).count, 2, "transactions")
            try await run.allFinished()
            try run.expectEqual(await app.owned(), [run.shop.subscription], "owned")
        },
        ConformanceCheck(
            "rights.what-ended-before-its-delivery-is-none",
            .must,
            "A subscription that ended before the app heard of it is delivered and finished, and not owned.",
            needs: [.freshCustomer, .entitlements, .time, .purchasesElsewhere, .inspection]
        ) { run in
            try await run.customer.happen(.purchaseElsewhere(run.shop.subscription))
            try await run.customer.happen(.expiry)
            let app = try await run.launch()
            try await run.delivered(1, by: app)
            try await run.allFinished()
            try run.expectEqual(await app.owned(), [], "owned")
        },
        ConformanceCheck(
            "rights.end-with-the-subscription",
            .must,
            "A subscription that ran out while the app was closed is not owned at the next launch.",
            needs: [.freshCustomer, .entitlements, .time, .relaunch]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.subscription, by: app)
            try await run.delivered(1, by: app)
            await app.kill()
            try await run.customer.happen(.expiry)
            let next = try await run.launch()
            try run.expectEqual(await next.owned(), [], "owned")
        },
    ]
}
