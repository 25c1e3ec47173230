extension ConformanceSuite {
    static let productChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "products.known-come-back",
            .must,
            "Products that are asked for come back, and no others.",
            needs: []
        ) { run in
            let app = try await run.launch()
            let found = await app.products([run.shop.consumable, run.shop.subscription])
            try run.expect(!found.hasFailed, "the request failed")
            try run.expectEqual(Set(found.items.map(\.id)), [run.shop.consumable, run.shop.subscription], "products")
        },
        ConformanceCheck(
            "products.fields-are-filled",
            .must,
            "Every product has an identifier, a name and a price to read.",
            needs: []
        ) { run in
            let app = try await run.launch()
            let found = await app.products([run.shop.consumable, run.shop.nonConsumable, run.shop.subscription])
            try run.expectEqual(found.items.count, 3, "products")
            for item in found.items {
                try run.expect(!item.title.isEmpty && !item.displayPrice.isEmpty, "\(item.id) lacks a name or a price")
            }
        },
        ConformanceCheck(
            "products.unknown-are-named",
            .must,
            "Identifiers that nobody sells are reported beside the products, and are no error.",
            needs: []
        ) { run in
            let app = try await run.launch()
            let found = await app.products([run.shop.consumable, run.shop.unknown])
            try run.expect(!found.hasFailed, "the request failed")
            try run.expectEqual(found.items.map(\.id), [run.shop.consumable], "products")
            try run.expectEqual(found.unknown, [run.shop.unknown], "unknown identifiers")
        },
        ConformanceCheck(
            "products.equal-requests-are-all-answered",
            .should,
            "Requests for the same products at the same time are all answered, and alike.",
            needs: []
        ) { run in
            let app = try await run.launch()
            async let first = app.products([run.shop.consumable])
            async let second = app.products([run.shop.consumable])
            let (one, other) = await (first, second)
            try run.expectEqual(one, other, "the second answer")
            try run.expectEqual(one.items.map(\.id), [run.shop.consumable], "products")
        },
    ]
}
