extension ConformanceSuite {
    static let billingChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "billing.grace-keeps-the-right",
            .must,
            "A subscription whose renewal could not be charged is owned in its grace period.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            try await run.customer.happen(.billingProblem(withGrace: true))
            try run.expectEqual(try await run.standing(of: plans.higher, in: app).state, .grace, "the state")
            try run.expectEqual(await app.owned(), [plans.higher], "owned")
        },
        ConformanceCheck(
            "billing.retry-suspends-the-right",
            .must,
            "Without a grace period it is not owned until the charge succeeds, and then it is again.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            try await run.customer.happen(.billingProblem(withGrace: false))
            try run.expectEqual(try await run.standing(of: plans.higher, in: app).state, .retry, "the state")
            try run.expectEqual(await app.owned(), [], "owned")
            try await run.customer.happen(.billingSolved)
            try await run.until("owned again") { await app.owned() == [plans.higher] }
        },
        ConformanceCheck(
            "refund.an-old-period-leaves-the-present-one",
            .must,
            "The refund of an old period leaves the present one, and no loss is told.",
            needs: needs.union([.refunds, .time])
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            try await run.customer.happen(.renewal)
            try await run.customer.happen(.refundOfTheFirstPeriod)
            await run.customer.settle()
            try run.expectEqual(await app.owned(), [plans.higher], "owned")
            try run.expectEqual(await app.revoked(), [], "what was told is lost")
        },
        ConformanceCheck(
            "refund.taken-back-gives-the-right-back",
            .must,
            "A refund that is taken back gives the right back.",
            needs: [.freshCustomer, .entitlements, .refunds]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.delivered(1, by: app)
            try await run.customer.happen(.refund(run.shop.nonConsumable))
            try await run.until("the right gone") { await app.owned().isEmpty }
            try await run.customer.happen(.refundReversed(run.shop.nonConsumable))
            try await run.until("the right back") { await app.owned() == [run.shop.nonConsumable] }
        },
        ConformanceCheck(
            "refund.a-closed-sheet-changes-nothing",
            .must,
            "Who closes the sheet for refunds has cancelled, which is no error, and keeps what was bought.",
            needs: [.freshCustomer, .entitlements, .refunds, .sheets]
        ) { run in
            let app = try await run.launch()
            let bought = try await run.bought(run.shop.nonConsumable, by: app)
            try await run.customer.happen(.refundSheet(asks: false))
            try run.expectEqual(await app.askForRefund(bought), .cancelled, "the answer")
            try run.expectEqual(await app.owned(), [run.shop.nonConsumable], "owned")
        },
        ConformanceCheck(
            "refund.the-sheet-is-followed",
            .should,
            "What is refunded by the sheet is told and gone without anybody asking again.",
            needs: [.freshCustomer, .entitlements, .refunds, .sheets]
        ) { run in
            let app = try await run.launch()
            let bought = try await run.bought(run.shop.nonConsumable, by: app)
            try await run.delivered(1, by: app)
            try await run.customer.happen(.refundSheet(asks: true))
            try run.expectEqual(await app.askForRefund(bought), .asked, "the answer")
            try await run.until("the refund told") { await app.revoked() == [run.shop.nonConsumable] }
            try run.expectEqual(await app.owned(), [], "owned")
        },
        ConformanceCheck(
            "refund.used-up-is-told",
            .should,
            "The refund of what was used up and finished is told while the app runs, once, and delivers nothing.",
            needs: [.freshCustomer, .refunds, .inspection, .updates]
        ) { run in
            let app = try await usedUp(run)
            try await run.customer.happen(.refund(run.shop.consumable))
            try await run.until("the refund told") { await !app.revoked().isEmpty }
            await run.customer.settle()
            try run.expectEqual(await app.revoked(), [run.shop.consumable], "what was told")
            try run.expectEqual(await app.delivered().count, 1, "deliveries")
        },
        ConformanceCheck(
            "refund.used-up-is-in-the-history",
            .should,
            "What was used up and finished, and refunded while the app was closed, is in the history with its refund.",
            needs: [.freshCustomer, .refunds, .inspection, .relaunch, .history]
        ) { run in
            let app = try await usedUp(run)
            try run.expectEqual(await app.takenBack(), [], "taken back before")
            await app.kill()
            try await run.customer.happen(.refund(run.shop.consumable))
            let next = try await run.launch()
            try await run.until("the refund in the history") { await next.takenBack() == [run.shop.consumable] }
            try run.expectEqual(await next.deliveryAttempts(), 0, "deliveries at the next launch")
        },
    ]

    /// An app whose customer has used something up, and has nothing left of it to finish.
    private static func usedUp(_ run: ConformanceRun) async throws -> any PurchaseApp {
        let app = try await run.launch()
        try await run.bought(run.shop.consumable, by: app)
        try await run.delivered(1, by: app)
        try await run.allFinished()
        return app
    }

    private static let needs: Set<Capability> = [.freshCustomer, .plans, .entitlements, .billing]
}
