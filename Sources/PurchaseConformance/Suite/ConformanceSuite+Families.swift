extension ConformanceSuite {
    static let familyChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "family.shared-is-owned",
            .must,
            "What somebody in the family shares is owned, and marked as theirs.",
            needs: needs
        ) { run in
            let (app, plans) = (try await run.launch(), try run.plans())
            try await run.customer.happen(.sharedByFamily(plans.higher))
            try await run.until("the shared one owned") { await app.owned() == [plans.higher] }
            let standings = await app.standings(of: plans.higher)
            try run.expectEqual(standings.map(\.isSharedByFamily), [true], "whether it is shared")
            let planned = await app.change(to: plans.lower)
            try run.expectEqual(planned?.replaces, nil, "what a subscription of the customer's own would replace")
        },
        ConformanceCheck(
            "family.leaving-takes-the-right",
            .must,
            "Who leaves the family loses what the others shared, and is told.",
            needs: needs
        ) { run in
            let (app, plans) = (try await run.launch(), try run.plans())
            try await run.customer.happen(.sharedByFamily(plans.higher))
            try await run.until("the shared one owned") { await app.owned() == [plans.higher] }
            try await run.customer.happen(.leavingFamily)
            try await run.until("nothing owned") { await app.owned().isEmpty }
            try await run.until("the loss told") { await app.revoked() == [plans.higher] }
        },
        ConformanceCheck(
            "family.ones-own-stays",
            .must,
            "Who has a subscription of their own keeps it when what the family shared goes, and is told of no loss.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            try await run.customer.happen(.sharedByFamily(plans.higher))
            try await run.until("both there") { await app.standings(of: plans.higher).count == 2 }
            try await run.customer.happen(.leavingFamily)
            await run.customer.settle()
            try run.expectEqual(await app.owned(), [plans.higher], "owned")
            try run.expectEqual(await app.revoked(), [], "what was told is lost")
            let standing = try await run.standing(of: plans.higher, in: app)
            try run.expectEqual(standing.state, .active, "the state")
        },
        ConformanceCheck(
            "family.who-ends-sharing-keeps-their-own",
            .must,
            "When the buyer ends the sharing, the family loses it and is told, and the buyer keeps it.",
            needs: needs.union([.relatives])
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            let relative = try await run.customer.relative()
            let other = try await relative.launch(.delivers)
            await relative.settle()
            try await run.until("the shared one owned by the family") { await other.owned() == [plans.higher] }
            let standings = await other.standings(of: plans.higher)
            try run.expectEqual(standings.map(\.isSharedByFamily), [true], "whether it is shared")
            try await run.customer.happen(.sharingEnded(plans.higher))
            try await run.until("nothing owned by the family") { await other.owned().isEmpty }
            try await run.until("the loss told to the family") { await other.revoked() == [plans.higher] }
            await relative.settle()
            await run.customer.settle()
            try run.expectEqual(await app.revoked(), [], "what the buyer was told")
            try run.expectEqual(await app.owned(), [plans.higher], "owned by the buyer")
            let standing = try await run.standing(of: plans.higher, in: app)
            try run.expectEqual(standing.state, .active, "the buyer's state")
            try run.expectEqual(standing.nextProductID, plans.higher, "what comes next for the buyer")
        },
        ConformanceCheck(
            "family.others-offers-are-their-own",
            .should,
            "What somebody in the family had leaves the customer's own introductory offer.",
            needs: needs.union([.offers])
        ) { run in
            let (app, plans) = (try await run.launch(), try run.plans())
            try await run.customer.happen(.sharedByFamily(plans.higher))
            try await run.until("the shared one owned") { await app.owned() == [plans.higher] }
            let answer = try await run.offer(.promotional, of: plans.lower, in: app)
            try run.expectEqual(answer.reason, "never-subscribed", "the reason")
        },
    ]

    private static let needs: Set<Capability> = [.freshCustomer, .plans, .families, .entitlements]
}
