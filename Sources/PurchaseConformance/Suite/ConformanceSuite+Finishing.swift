extension ConformanceSuite {
    static let finishChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "finish.after-delivery",
            .must,
            "What is delivered is finished after that, without anybody asking.",
            needs: [.freshCustomer, .inspection]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.consumable, by: app)
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
        ConformanceCheck(
            "finish.failed-delivery-stays",
            .must,
            "What could not be delivered stays unfinished, and comes again at the next launch.",
            needs: [.freshCustomer, .relaunch, .inspection]
        ) { run in
            let app = try await run.launch(.fails)
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.until("the handler called") { await app.deliveryAttempts() > 0 }
            await run.customer.settle()
            try run.expectEqual(try await run.customer.unfinished(), [run.shop.nonConsumable], "unfinished")
            await app.kill()
            let next = try await run.launch()
            try await run.delivered(1, by: next)
            try await run.allFinished()
        },
        ConformanceCheck(
            "finish.is-the-apps-to-say",
            .must,
            "Without a delivery handler a purchase stays unfinished until the app finishes it; twice is harmless.",
            needs: [.freshCustomer, .inspection]
        ) { run in
            let app = try await run.launch(nil)
            let bought = try await run.bought(run.shop.consumable, by: app)
            await run.customer.settle()
            try run.expectEqual(try await run.customer.unfinished(), [run.shop.consumable], "unfinished")
            await app.finish(bought)
            await app.finish(bought)
            try await run.allFinished()
        },
        ConformanceCheck(
            "finish.nobody-listening-loses-nothing",
            .must,
            "What was bought while nobody delivered comes to the delivery handler of the next launch, each once.",
            needs: [.freshCustomer, .relaunch, .inspection]
        ) { run in
            let app = try await run.launch(nil)
            try await run.bought(run.shop.consumable, by: app)
            try await run.bought(run.shop.nonConsumable, by: app)
            await app.kill()
            let next = try await run.launch()
            let delivered = try await run.delivered(2, by: next)
            let products = [run.shop.consumable, run.shop.nonConsumable].sorted()
            try run.expectEqual(delivered.map(\.productID).sorted(), products, "delivered")
            try await run.allFinished()
        },
        ConformanceCheck(
            "finish.is-for-good",
            .must,
            "What was finished does not come again.",
            needs: [.freshCustomer, .relaunch, .inspection]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.consumable, by: app)
            try await run.delivered(1, by: app)
            try await run.allFinished()
            await app.kill()
            let next = try await run.launch()
            await run.customer.settle()
            try run.expectEqual(await next.deliveryAttempts(), 0, "deliveries at the next launch")
        },
        ConformanceCheck(
            "finish.a-closed-app-delivers-nothing",
            .must,
            "An app that was closed delivers nothing any more; the next launch does.",
            needs: [.freshCustomer, .purchasesElsewhere, .relaunch, .inspection]
        ) { run in
            let app = try await run.launch()
            await app.kill()
            try await run.customer.happen(.purchaseElsewhere(run.shop.consumable))
            await run.customer.settle()
            try run.expectEqual(await app.deliveryAttempts(), 0, "deliveries by the closed app")
            let next = try await run.launch()
            try await run.delivered(1, by: next)
            try await run.allFinished()
        },
        ConformanceCheck(
            "finish.purchases-elsewhere-are-delivered",
            .must,
            "What was bought elsewhere and is unfinished is delivered at the next launch.",
            needs: [.freshCustomer, .purchasesElsewhere, .inspection]
        ) { run in
            try await run.customer.happen(.purchaseElsewhere(run.shop.consumable))
            let app = try await run.launch()
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
    ]
}
