extension ConformanceSuite {
    static let planChecks: [ConformanceCheck] = changingChecks + stayingChecks

    private static let needs: Set<Capability> = [.freshCustomer, .plans, .entitlements]

    private static let changingChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "plans.higher-begins-at-once",
            .must,
            "A higher plan begins at once, takes the place of the lower one, and is delivered.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            let planned = await app.change(to: plans.higher)
            try run.expectEqual(planned, PlannedChange(replaces: plans.lower, isAtOnce: true), "what it would do")
            let bought = try await run.bought(plans.higher, by: app)
            try run.expectEqual(bought.productID, plans.higher, "the product")
            try await run.delivered(2, by: app)
            try await run.until("only the higher one owned") { await app.owned() == [plans.higher] }
        },
        ConformanceCheck(
            "plans.lower-waits-for-the-renewal",
            .must,
            "A lower plan is answered at once and begins with the next period; until then the customer keeps the higher one.",
            needs: needs.union([.time])
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            let planned = await app.change(to: plans.lower)
            try run.expectEqual(planned, PlannedChange(replaces: plans.higher, isAtOnce: false), "what it would do")
            let before = try await run.standing(of: plans.higher, in: app)
            let outcome = await app.buy(plans.lower, quantity: 1, account: nil)
            guard case .bought(let answered) = outcome else { throw NotHeld(seen: "\(outcome)") }
            try run.expectEqual(answered.transactionID, before.transactionID, "the transaction that the customer has")
            let after = try await run.standing(of: plans.higher, in: app)
            try run.expectEqual([after.productID, after.nextProductID], [plans.higher, plans.lower], "now, and next")
            try run.expectEqual(await app.owned(), [plans.higher], "owned")
            try await run.delivered(1, by: app)
            try await run.customer.happen(.renewal)
            try await run.until("the lower one owned") { await app.owned() == [plans.lower] }
        },
        ConformanceCheck(
            "plans.a-change-can-be-taken-back",
            .should,
            "Who asks for the present plan again keeps it, and is not charged.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            try await run.answered(plans.lower, by: app)
            try await run.answered(plans.higher, by: app)
            let standing = try await run.standing(of: plans.higher, in: app)
            try run.expectEqual(standing.nextProductID, plans.higher, "what comes next")
            try await run.delivered(1, by: app)
        },
        ConformanceCheck(
            "plans.equally-long-begins-at-once",
            .must,
            "Another plan of the same level and length begins at once.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            let planned = await app.change(to: plans.sideways)
            try run.expectEqual(planned, PlannedChange(replaces: plans.lower, isAtOnce: true), "what it would do")
            try await run.bought(plans.sideways, by: app)
            try await run.until("the other one owned") { await app.owned() == [plans.sideways] }
        },
        ConformanceCheck(
            "plans.other-length-waits-for-the-renewal",
            .must,
            "Another plan of the same level and another length begins with the next period.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            let planned = await app.change(to: plans.longer)
            try run.expectEqual(planned, PlannedChange(replaces: plans.lower, isAtOnce: false), "what it would do")
            try await run.answered(plans.longer, by: app)
            let standing = try await run.standing(of: plans.lower, in: app)
            let products = [standing.productID, standing.nextProductID]
            try run.expectEqual(products, [plans.lower, plans.longer], "now, and next")
            try run.expectEqual(await app.owned(), [plans.lower], "owned")
        },
        ConformanceCheck(
            "plans.keep-their-first-transaction",
            .must,
            "All changes in a group keep the identifier of the first transaction.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            let first = try await run.standing(of: plans.lower, in: app)
            try await run.bought(plans.higher, by: app)
            let second = try await run.standing(of: plans.higher, in: app)
            try run.expectEqual(second.originalTransactionID, first.originalTransactionID, "the first transaction")
            try run.expect(second.transactionID != first.transactionID, "the change has no transaction of its own")
        },
    ]

    private static let stayingChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "plans.the-same-again-charges-nothing",
            .must,
            "A subscription that runs and is bought again is answered with its transaction, and delivered no second time.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            let first = try await run.standing(of: plans.higher, in: app)
            let again = try await run.bought(plans.higher, by: app)
            try run.expectEqual(again.transactionID, first.transactionID, "the transaction")
            try await run.delivered(1, by: app)
        },
        ConformanceCheck(
            "plans.groups-are-independent",
            .must,
            "Subscriptions of two groups run side by side.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            try await run.bought(plans.otherGroup, by: app)
            try await run.until("both owned") { await app.owned() == [plans.higher, plans.otherGroup] }
            let other = try await run.standing(of: plans.otherGroup, in: app)
            let first = try await run.standing(of: plans.higher, in: app)
            try run.expect(other.originalTransactionID != first.originalTransactionID, "both have the same transaction")
        },
        ConformanceCheck(
            "plans.turned-off-lasts-to-the-end",
            .must,
            "A subscription whose renewal is turned off is owned to its end, and turning it on again brings no transaction.",
            needs: needs.union([.time])
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            try await run.customer.happen(.renewing(false))
            try run.expectEqual(try await run.standing(of: plans.higher, in: app).nextProductID, nil, "what comes next")
            try run.expectEqual(await app.owned(), [plans.higher], "owned")
            try await run.customer.happen(.renewing(true))
            let standing = try await run.standing(of: plans.higher, in: app)
            try run.expectEqual(standing.nextProductID, plans.higher, "what comes next")
            try await run.delivered(1, by: app)
        },
        ConformanceCheck(
            "plans.who-comes-back-continues",
            .must,
            "Who comes back after the end has a new transaction, and the first one of before.",
            needs: needs.union([.time])
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            let first = try await run.standing(of: plans.higher, in: app)
            try await run.customer.happen(.expiry)
            try await run.until("nothing owned") { await app.owned().isEmpty }
            let again = try await run.bought(plans.higher, by: app)
            try run.expect(again.transactionID != first.transactionID, "it is the transaction of before")
            let second = try await run.standing(of: plans.higher, in: app)
            try run.expectEqual(second.originalTransactionID, first.originalTransactionID, "the first transaction")
            try await run.until("owned again") { await app.owned() == [plans.higher] }
            try await run.delivered(2, by: app)
        },
    ]
}
