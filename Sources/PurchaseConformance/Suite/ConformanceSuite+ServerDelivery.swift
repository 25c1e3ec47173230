extension ConformanceSuite {
    static let serverDeliveryChecks: [ConformanceCheck] = arrivingChecks + refusingChecks

    private static let needs: Set<Capability> = [.freshCustomer, .server, .inspection]

    private static let arrivingChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "server.has-it-before-it-is-finished",
            .must,
            "While the server is away a purchase succeeds and stays unfinished; when it is back it gets it once.",
            needs: needs
        ) { run in
            let (app, account) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.server(.away))
            try await run.bought(run.shop.consumable, by: app)
            try await run.waits(run.shop.consumable, in: app)
            try await run.customer.happen(.server(.answers))
            try await run.delivered(1, by: app)
            try await run.allFinished()
            try run.expectEqual(try await run.customer.served(account), [run.shop.consumable: 1], "what it has")
        },
        ConformanceCheck(
            "server.gets-it-at-the-next-launch",
            .must,
            "What was paid and had not reached the server when the app was killed reaches it at the next launch, once.",
            needs: needs.union([.relaunch])
        ) { run in
            let (app, account) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.server(.away))
            try await run.bought(run.shop.consumable, by: app)
            await run.customer.settle()
            await app.kill()
            try await run.customer.happen(.server(.answers))
            let next = try await run.launchServed()
            try await run.delivered(1, by: next)
            try await run.allFinished()
            try run.expectEqual(try await run.customer.served(account), [run.shop.consumable: 1], "what it has")
        },
        ConformanceCheck(
            "server.lost-answers-count-once",
            .must,
            "A purchase that is sent again, because the answer was lost, counts and is finished once.",
            needs: needs
        ) { run in
            let (app, account) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.server(.losesAnswers))
            try await run.bought(run.shop.consumable, by: app)
            try await run.uploads(2)
            try await run.waits(run.shop.consumable, in: app)
            try await run.customer.happen(.server(.answers))
            try await run.delivered(1, by: app)
            try await run.allFinished()
            try run.expectEqual(try await run.customer.served(account), [run.shop.consumable: 1], "what it has")
        },
        ConformanceCheck(
            "server.duplicates-count-once",
            .must,
            "A purchase that the store shows twice counts once at the server.",
            needs: needs.union([.duplicates])
        ) { run in
            let (app, account) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.duplicate)
            try await run.served(run.shop.consumable, by: app)
            try run.expectEqual(try await run.customer.served(account), [run.shop.consumable: 1], "what it has")
        },
        ConformanceCheck(
            "server.gets-what-waited-and-what-renewed",
            .must,
            "What was approved and what renewed while the app was closed both reach the server.",
            needs: needs.union([.relaunch, .approval, .time])
        ) { run in
            let (app, account) = try await run.launchServed(as: "flora")
            try await run.served(run.shop.subscription, by: app)
            try await run.customer.happen(.waitingForApproval(true))
            let outcome = await app.buy(run.shop.consumable, quantity: 1, account: nil)
            try run.expectEqual(outcome, .pending, "the outcome")
            await app.kill()
            try await run.customer.happen(.renewal)
            try await run.customer.happen(.approval)
            let next = try await run.launchServed()
            let delivered = try await run.delivered(2, by: next)
            let products = [run.shop.consumable, run.shop.subscription].sorted()
            try run.expectEqual(delivered.map(\.productID).sorted(), products, "delivered")
            try await run.allFinished()
            let served = [run.shop.consumable: 1, run.shop.subscription: 1]
            try run.expectEqual(try await run.customer.served(account), served, "what it has")
        },
    ]

    private static let refusingChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "server.somebody-in-between-finishes-nothing",
            .must,
            "An answer that does not say that the server has a purchase finishes nothing, be it a success.",
            needs: needs
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.server(.gateway))
            try await run.bought(run.shop.consumable, by: app)
            try await run.uploads(2)
            try await run.waits(run.shop.consumable, in: app)
            try await run.customer.happen(.server(.answers))
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
        ConformanceCheck(
            "server.refused-requests-finish-nothing",
            .must,
            "What the server refuses because of the request, and not of the purchase, stays unfinished.",
            needs: needs
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.server(.refusesRequests))
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.uploads(2)
            try await run.waits(run.shop.nonConsumable, in: app)
            try await run.customer.happen(.server(.answers))
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
        ConformanceCheck(
            "server.refused-purchases-are-finished",
            .must,
            "A purchase that the server refuses for good is finished, and the app is told once.",
            needs: needs
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try await run.customer.happen(.server(.refusesPurchases))
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.allFinished()
            await run.customer.settle()
            try run.expectEqual(await app.refusedPurchases(), 1, "how often the app was told")
        },
        ConformanceCheck(
            "server.restoring-nothing-sends-nothing",
            .should,
            "A restore that brings nothing is no error, and sends the server nothing.",
            needs: [.freshCustomer, .server]
        ) { run in
            let (app, _) = try await run.launchServed(as: "flora")
            try run.expectEqual(await app.restore(), .restored([]), "the outcome")
            await run.customer.settle()
            try run.expectEqual(try await run.customer.traffic().uploads, 0, "uploads")
        },
    ]
}
