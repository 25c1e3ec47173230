extension ConformanceSuite {
    static let offerChecks: [ConformanceCheck] = introductoryChecks + otherOfferChecks

    private static let needs: Set<Capability> = [.freshCustomer, .plans, .offers]

    private static let introductoryChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "offers.introductory-for-who-had-none",
            .must,
            "Who never had an introductory offer of a group may have it, and gets it with the purchase.",
            needs: needs
        ) { run in
            let (app, plans) = (try await run.launch(), try run.plans())
            let reasons: Set = ["no-introductory-offer-yet"]
            try await run.expect(.introductory, of: plans.lower, in: app, isEligible: true, because: reasons)
            try await run.bought(plans.lower, by: app)
            let standing = try await run.standing(of: plans.lower, in: app)
            try run.expectEqual(standing.offer, OfferUsed(.introductory), "the offer of the period")
        },
        ConformanceCheck(
            "offers.introductory-once-in-a-group",
            .must,
            "Who had an introductory offer may have none of that group again, after its end neither.",
            needs: needs.union([.time])
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            let reasons: Set = ["introductory-offer-used"]
            try await run.expect(.introductory, of: plans.lower, in: app, isEligible: false, because: reasons)
            try await run.customer.happen(.expiry)
            try await run.expect(.introductory, of: plans.lower, in: app, isEligible: false, because: reasons)
            try await run.bought(plans.lower, by: app)
            try run.expectEqual(try await run.standing(of: plans.lower, in: app).offer, nil, "the offer of the period")
        },
        ConformanceCheck(
            "offers.other-groups-have-their-own",
            .must,
            "An introductory offer of one group leaves those of other groups.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            let reasons: Set = ["no-introductory-offer-yet"]
            try await run.expect(.introductory, of: plans.otherGroup, in: app, isEligible: true, because: reasons)
        },
        ConformanceCheck(
            "offers.introductory-stays-for-who-did-not-use-it",
            .should,
            "Who had a subscription of the group at the full price may have the introductory offer after its end.",
            needs: needs.union([.time])
        ) { run in
            let (app, plans) = try await run.subscribed(\.higher)
            let now: Set = ["subscribed-now"]
            try await run.expect(.introductory, of: plans.lower, in: app, isEligible: false, because: now)
            try await run.customer.happen(.expiry)
            let later: Set = ["no-introductory-offer-yet"]
            try await run.expect(.introductory, of: plans.lower, in: app, isEligible: true, because: later)
        },
        ConformanceCheck(
            "offers.none-is-said-of-what-has-none",
            .must,
            "Of products that are no subscriptions, and of what nobody sells, no offers are told.",
            needs: needs
        ) { run in
            let app = try await run.launch()
            for product in [run.shop.consumable, run.shop.nonConsumable, run.shop.unknown] {
                try run.expectEqual(await app.offers(of: product), [], "offers of \(product)")
            }
        },
    ]

    private static let otherOfferChecks: [ConformanceCheck] = [
        ConformanceCheck(
            "offers.signed-ones-are-for-subscribers",
            .must,
            "A promotional offer is for who is or was subscribed, and the period names it.",
            needs: needs.union([.time])
        ) { run in
            let (app, plans) = (try await run.launch(), try run.plans())
            let never: Set = ["never-subscribed"]
            try await run.expect(.promotional, of: plans.lower, in: app, isEligible: false, because: never)
            try await run.bought(plans.lower, by: app)
            let now: Set = ["subscribed-now"]
            try await run.expect(.promotional, of: plans.lower, in: app, isEligible: true, because: now)
            try await run.customer.happen(.expiry)
            let before: Set = ["subscribed-before"]
            try await run.expect(.promotional, of: plans.lower, in: app, isEligible: true, because: before)
            try await run.boughtWithSignedOffer(plans, by: app)
        },
        ConformanceCheck(
            "offers.signed-ones-look-at-all-groups",
            .must,
            "A promotional offer is also for who is or was subscribed in another group of the app, and never in this one.",
            needs: needs
        ) { run in
            let (app, plans) = try await run.subscribed(\.otherGroup)
            let subscribed: Set = ["subscribed-now", "subscribed-before"]
            try await run.expect(.promotional, of: plans.lower, in: app, isEligible: true, because: subscribed)
            try await run.boughtWithSignedOffer(plans, by: app)
        },
        ConformanceCheck(
            "offers.bad-signatures-are-refused",
            .must,
            "An offer whose signature does not hold is refused with a reason of its own, and nothing is charged.",
            needs: needs.union([.time, .inspection])
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            try await run.customer.happen(.expiry)
            var offer = try await run.customer.sign(plans.promotionalOffer, of: plans.lower)
            offer.timestamp += 1
            let outcome = await app.buy(plans.lower, with: offer)
            try run.expectEqual(outcome, .failed(.offer, mayHaveBeenCharged: false), "the outcome")
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
        ConformanceCheck(
            "offers.a-signature-serves-once",
            .must,
            "A signature serves one purchase.",
            needs: needs.union([.time])
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            try await run.customer.happen(.expiry)
            let offer = try await run.customer.sign(plans.promotionalOffer, of: plans.lower)
            let outcome = await app.buy(plans.lower, with: offer)
            guard case .bought = outcome else { throw NotHeld(seen: "\(outcome)") }
            try await run.customer.happen(.expiry)
            let again = await app.buy(plans.lower, with: offer)
            try run.expectEqual(again, .failed(.offer, mayHaveBeenCharged: false), "the second outcome")
        },
        ConformanceCheck(
            "offers.winning-back-is-for-who-left",
            .must,
            "An offer for who comes back is for who was subscribed and is not now.",
            needs: needs.union([.time])
        ) { run in
            let (app, plans) = (try await run.launch(), try run.plans())
            let never: Set = ["never-subscribed"]
            try await run.expect(.winBack, of: plans.lower, in: app, isEligible: false, because: never)
            try await run.bought(plans.lower, by: app)
            let now: Set = ["subscribed-now"]
            try await run.expect(.winBack, of: plans.lower, in: app, isEligible: false, because: now)
            try await run.customer.happen(.expiry)
            let left: Set = ["named-by-the-store"]
            try await run.expect(.winBack, of: plans.lower, in: app, isEligible: true, because: left)
            let offer = try await run.offer(.winBack, of: plans.lower, in: app)
            try run.expectEqual(offer.id, plans.winBackOffer, "the offer")
        },
        ConformanceCheck(
            "offers.winning-back-is-refused-to-others",
            .must,
            "Who may not have an offer for who comes back is refused with a reason of its own, and not charged.",
            needs: needs.union([.inspection])
        ) { run in
            let (app, plans) = (try await run.launch(), try run.plans())
            let refused = BuyingOutcome.failed(.offer, mayHaveBeenCharged: false)
            let never = await app.buy(plans.lower, winBackOffer: plans.winBackOffer)
            try run.expectEqual(never, refused, "the outcome for who was never subscribed")
            try await run.bought(plans.lower, by: app)
            try await run.delivered(1, by: app)
            let now = await app.buy(plans.lower, winBackOffer: plans.winBackOffer)
            try run.expectEqual(now, refused, "the outcome for who is subscribed")
            let unknown = await app.buy(plans.higher, winBackOffer: plans.winBackOffer)
            try run.expectEqual(unknown, refused, "the outcome for a product that has no such offer")
            try await run.delivered(1, by: app)
            try await run.allFinished()
        },
        ConformanceCheck(
            "offers.winning-back-is-sold",
            .must,
            "Who comes back can buy with the offer for that, and the period names it.",
            needs: needs.union([.time, .winBackPurchases])
        ) { run in
            let (app, plans) = try await run.subscribed(\.lower)
            try await run.customer.happen(.expiry)
            let outcome = await app.buy(plans.lower, winBackOffer: plans.winBackOffer)
            guard case .bought = outcome else { throw NotHeld(seen: "\(outcome)") }
            try await run.delivered(2, by: app)
            let standing = try await run.standing(of: plans.lower, in: app)
            let used = OfferUsed(.winBack, id: plans.winBackOffer)
            try run.expectEqual(standing.offer, used, "the offer of the period")
        },
        ConformanceCheck(
            "offers.codes-arrive",
            .must,
            "What a code gives that is redeemed outside of the app is delivered, once, and the period names the code.",
            needs: needs.union([.relaunch, .inspection])
        ) { run in
            let (app, plans) = (try await run.launch(), try run.plans())
            await app.kill()
            try await run.customer.happen(.code(plans.higher))
            let next = try await run.launch()
            let delivered = try await run.delivered(1, by: next)
            try run.expectEqual(delivered.map(\.productID), [plans.higher], "delivered")
            try run.expectEqual(try await run.standing(of: plans.higher, in: next).offer?.kind, .code, "the offer")
            try await run.allFinished()
        },
    ]
}
