import Foundation

extension ConformanceSuite {
    static let purchaseChecks: [ConformanceCheck] = successChecks + failureChecks + chargeChecks

    private static let successChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "purchase.success-is-answered",
            .must,
            "A purchase that succeeds is answered as bought.",
            needs: [.purchases]
        ) { run in
            let app = try await run.launch()
            let bought = try await run.bought(run.shop.consumable, by: app)
            try run.expectEqual(bought.productID, run.shop.consumable, "the product")
            try run.expect(!bought.transactionID.isEmpty, "there is no transaction identifier")
        },
        ConformanceCheck(
            "purchase.delivered-once",
            .must,
            "A purchase is delivered exactly once.",
            needs: [.purchases]
        ) { run in
            let app = try await run.launch()
            let bought = try await run.bought(run.shop.consumable, by: app)
            let delivered = try await run.delivered(1, by: app)
            try run.expectEqual(delivered.map(\.transactionID), [bought.transactionID], "what was delivered")
        },
        ConformanceCheck(
            "purchase.duplicates-are-delivered-once",
            .must,
            "A purchase that the store shows twice is delivered once.",
            needs: [.freshCustomer, .duplicates, .inspection]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.duplicate)
            try await run.bought(run.shop.consumable, by: app)
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
        ConformanceCheck(
            "purchase.each-consumable-counts",
            .must,
            "A consumable that is bought twice is delivered twice.",
            needs: [.purchases]
        ) { run in
            let app = try await run.launch()
            let first = try await run.bought(run.shop.consumable, by: app)
            let second = try await run.bought(run.shop.consumable, by: app)
            try run.expect(
                first.transactionID != second.transactionID,
                "both are \(first.transactionID)"
            )
            try await run.delivered(2, by: app)
        },
        ConformanceCheck(
            "purchase.answers-are-not-mixed-up",
            .must,
            "Purchases at the same time are each answered with their own product."
        ) { run in
            let app = try await run.launch()
            async let one = run.bought(run.shop.consumable, by: app)
            async let other = run.bought(run.shop.nonConsumable, by: app)
            let (first, second) = try await (one, other)
            try run.expectEqual(
                [first.productID, second.productID],
                [run.shop.consumable, run.shop.nonConsumable],
                "answers"
            )
            try await run.delivered(2, by: app)
        },
        ConformanceCheck(
            "purchase.quantity-is-kept",
            .should,
            "A purchase has the quantity that was asked for.",
            needs: [.purchases]
        ) { run in
            let app = try await run.launch()
            let outcome = await app.buy(run.shop.consumable, quantity: 3, account: nil)
            guard case .bought(let bought) = outcome else { throw NotHeld(seen: "\(outcome)") }
            try run.expectEqual(bought.quantity, 3, "the quantity")
            try run.expectEqual(try await run.delivered(1, by: app).first?.quantity, 3, "the delivered quantity")
        },
        ConformanceCheck(
            "purchase.account-is-kept",
            .should,
            "A purchase names the account that it was made for.",
            needs: [.purchases]
        ) { run in
            let app = try await run.launch()
            let account = UUID()
            let outcome = await app.buy(run.shop.consumable, quantity: 1, account: account)
            guard case .bought(let bought) = outcome else { throw NotHeld(seen: "\(outcome)") }
            try run.expectEqual(bought.account, account, "the account")
        },
        ConformanceCheck(
            "purchase.is-signed",
            .should,
            "The answer and the delivery carry the same JWS, for the server.",
            needs: [.freshCustomer, .signedPurchases]
        ) { run in
            let app = try await run.launch()
            let bought = try await run.bought(run.shop.nonConsumable, by: app)
            try run.expectEqual(bought.jws?.split(separator: ".").count, 3, "the parts of the JWS")
            try run.expectEqual(try await run.delivered(1, by: app).first?.jws, bought.jws, "the delivered JWS")
        },
    ]

    private static let failureChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "purchase.cancel-is-its-own-outcome",
            .must,
            "A customer who cancels is told apart from every failure.",
            needs: [.freshCustomer, .cancelling]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.cancelling(true))
            let outcome = await app.buy(run.shop.consumable, quantity: 1, account: nil)
            try run.expectEqual(outcome, .failed(.cancelled, mayHaveBeenCharged: false), "the outcome")
        },
        ConformanceCheck(
            "purchase.cancel-leaves-nothing",
            .must,
            "A cancelled purchase delivers nothing, leaves nothing unfinished, and the product can be bought again.",
            needs: [.freshCustomer, .cancelling, .inspection]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.cancelling(true))
            _ = await app.buy(run.shop.consumable, quantity: 1, account: nil)
            await run.customer.settle()
            try run.expectEqual(await app.delivered(), [], "delivered")
            try run.expectEqual(try await run.customer.unfinished(), [], "unfinished")
            try await run.customer.happen(.cancelling(false))
            try await run.bought(run.shop.consumable, by: app)
            try await run.delivered(1, by: app)
        },
        ConformanceCheck("purchase.unknown-product-fails", .must, "What nobody sells cannot be bought.", needs: []) {
            run in
            let app = try await run.launch()
            let outcome = await app.buy(run.shop.unknown, quantity: 1, account: nil)
            guard case .failed(let reason, let mayHaveBeenCharged) = outcome else { throw NotHeld(seen: "\(outcome)") }
            try run.expect([.unavailable, .invalid].contains(reason), "the reason is \(reason)")
            try run.expect(!mayHaveBeenCharged, "it may have been charged")
        },
        ConformanceCheck("purchase.no-quantity-is-refused", .must, "Nothing cannot be bought.", needs: []) { run in
            let app = try await run.launch()
            let outcome = await app.buy(run.shop.consumable, quantity: 0, account: nil)
            try run.expectEqual(outcome, .failed(.invalid, mayHaveBeenCharged: false), "the outcome")
            try run.expectEqual(await app.delivered(), [], "delivered")
        },
        ConformanceCheck(
            "purchase.forbidden-has-its-own-reason",
            .must,
            "Where purchases are not allowed, the failure says so, and nothing is charged.",
            needs: [.freshCustomer, .failing]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.failing(.notAllowed))
            let outcome = await app.buy(run.shop.consumable, quantity: 1, account: nil)
            try run.expectEqual(outcome, .failed(.notAllowed, mayHaveBeenCharged: false), "the outcome")
        },
        ConformanceCheck(
            "purchase.network-is-told-apart",
            .must,
            "A failure of the network is told apart from one of the store, and is not final.",
            needs: [.freshCustomer, .failing]
        ) { run in
            let app = try await run.launch()
            try await run.customer.happen(.failing(.network))
            let outcome = await app.buy(run.shop.consumable, quantity: 1, account: nil)
            try run.expectEqual(outcome, .failed(.network, mayHaveBeenCharged: true), "the outcome")
        },
    ]

    private static let chargeChecks: [ConformanceCheck] =
        [false, true].map { asCancelled in
            ConformanceCheck(
                asCancelled ? "purchase.cancel-after-charge-is-granted" : "purchase.error-after-charge-is-not-final",
                .must,
                asCancelled
                    ? "A purchase that the store calls cancelled and charged all the same is delivered, once."
                    : "A purchase that was charged and ended with an error is delivered, once.",
                needs: [.freshCustomer, .errorAfterCharge, .relaunch, .inspection]
            ) { run in
                let app = try await run.launch()
                try await run.customer.happen(.errorAfterCharge(asCancelled: asCancelled))
                let outcome = await app.buy(run.shop.consumable, quantity: 1, account: nil)
                if case .failed(_, let mayHaveBeenCharged) = outcome, !asCancelled {
                    try run.expect(mayHaveBeenCharged, "the error says that nothing was charged")
                }
                if case .bought = outcome { try await run.delivered(1, by: app) }
                await run.customer.settle()
                let early = await app.delivered().count
                if early > 0 { try await run.allFinished() }
                await app.kill()
                // Not before: until it is killed the app may deliver.
                let before = await app.delivered().count
                let next = try await run.launch()
                try await run.allFinished()
                await run.customer.settle()
                let sum = before + (await next.delivered().count)
                // Who is killed between a delivery and its record delivers again, and may.
                if early == 0, before == 1, sum == 2 { return }
                try run.expectEqual(sum, 1, "deliveries")
            }
        } + [
            ConformanceCheck(
                "purchase.unverified-is-not-delivered",
                .must,
                "A purchase whose signature does not hold is an error, is not delivered and not finished.",
                needs: [.freshCustomer, .badSignatures, .inspection]
            ) { run in
                let app = try await run.launch()
                try await run.customer.happen(.badSignatures(true))
                let outcome = await app.buy(run.shop.nonConsumable, quantity: 1, account: nil)
                guard case .failed(_, mayHaveBeenCharged: true) = outcome else { throw NotHeld(seen: "\(outcome)") }
                await run.customer.settle()
                try run.expectEqual(await app.delivered(), [], "delivered")
                try run.expectEqual(try await run.customer.unfinished(), [run.shop.nonConsumable], "unfinished")
            }
        ]
}
