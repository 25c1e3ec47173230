extension ConformanceSuite {
    static let receiptChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "receipts.missing-has-its-own-answer",
            .must,
            "Where no receipt comes, also when the store is asked for one, that is said, and nobody checks anything.",
            needs: [.freshCustomer, .receipts]
        ) { run in
            try await run.customer.happen(.receiptMissing(true))
            let app = try await run.launch()
            try run.expectEqual(await app.checkReceipt(refreshing: true), .missing, "the answer")
            try run.expectEqual(try await run.customer.receiptChecks(), 0, "checks")
            try await run.customer.happen(.receiptMissing(false))
            try run.expectEqual(await app.checkReceipt(refreshing: true), .accepted, "the answer when one comes")
        },
        ConformanceCheck(
            "receipts.nobody-signs-in-for-one-that-is-there",
            .must,
            "For a receipt that is on the device nobody is asked to sign in, unless the app wants a new one.",
            needs: [.freshCustomer, .receipts, .signIns]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.delivered(1, by: app)
            try run.expectEqual(await app.checkReceipt(refreshing: false), .accepted, "the answer")
            try run.expectEqual(try await run.customer.signIns(), 0, "how often the customer was asked to sign in")
            try run.expectEqual(await app.checkReceipt(refreshing: true), .accepted, "the answer to a new one")
            try run.expectEqual(try await run.customer.signIns(), 1, "how often the customer was asked to sign in")
        },
        ConformanceCheck(
            "receipts.refused-ones-do-not-go-round",
            .must,
            "A receipt that is refused is checked once, and fetched anew once if the app wants that, and no more.",
            needs: [.freshCustomer, .receipts, .signIns]
        ) { run in
            let app = try await run.launch()
            try await run.bought(run.shop.nonConsumable, by: app)
            try await run.delivered(1, by: app)
            try await run.customer.happen(.receiptsRefused(true))
            for (isNew, signIns) in [(false, 0), (true, 1)] {
                let before = try await run.customer.receiptChecks()
                try run.expectEqual(await app.checkReceipt(refreshing: isNew), .refused, "the answer")
                try run.expectEqual(try await run.customer.receiptChecks() - before, 1, "checks")
                try run.expectEqual(try await run.customer.signIns(), signIns, "sign-ins")
            }
        },
    ]
}
