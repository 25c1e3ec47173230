extension ConformanceRun {
    /// The plans of the shop.
    func plans() throws -> ConformancePlans {
        guard let plans = shop.plans else { throw LacksCapability(.plans) }
        return plans
    }

    /// An app whose customer has a plan that was delivered.
    func subscribed(
        _ plan: (ConformancePlans) -> String
    ) async throws -> (app: any PurchaseApp, plans: ConformancePlans) {
        let plans = try plans()
        let app = try await launch()
        try await bought(plan(plans), by: app)
        try await delivered(1, by: app)
        return (app, plans)
    }

    /// Where the customer's own subscription stands in a group.
    func standing(of productID: String, in app: any PurchaseApp) async throws -> SubscriptionStanding {
        let standings = await app.standings(of: productID).filter { !$0.isSharedByFamily }
        guard let standing = standings.first, standings.count == 1 else {
            throw NotHeld(seen: "subscriptions in the group of \(productID): \(standings.count) and not 1")
        }
        return standing
    }

    /// Asks for a plan, and expects that it is answered as bought, whichever transaction the answer has.
    @discardableResult
    func answered(_ productID: String, by app: any PurchaseApp) async throws -> DeliveredPurchase {
        try await bought(productID, by: app)
    }

    /// Buys the lower plan with its promotional offer, signed, and expects that the period names it.
    func boughtWithSignedOffer(_ plans: ConformancePlans, by app: any PurchaseApp) async throws {
        let offer = try await customer.sign(plans.promotionalOffer, of: plans.lower)
        let outcome = await app.buy(plans.lower, with: offer)
        guard case .bought = outcome else { throw NotHeld(seen: "\(outcome)") }
        let standing = try await standing(of: plans.lower, in: app)
        let used = OfferUsed(.promotional, id: plans.promotionalOffer)
        try expectEqual(standing.offer, used, "the offer of the period")
    }

    /// What the app is told of an offer.
    func offer(
        _ kind: ConformanceOfferKind,
        of productID: String,
        in app: any PurchaseApp
    ) async throws -> OfferAnswer {
        let offers = await app.offers(of: productID)
        guard let offer = offers.first(where: { $0.kind == kind }) else {
            throw NotHeld(seen: "\(productID) has no such offer among \(offers)")
        }
        return offer
    }

    /// Expects an answer about an offer, with its reason.
    func expect(
        _ kind: ConformanceOfferKind,
        of productID: String,
        in app: any PurchaseApp,
        isEligible: Bool,
        because reasons: Set<String>
    ) async throws {
        let answer = try await offer(kind, of: productID, in: app)
        try expectEqual(answer.isEligible, isEligible, "whether the \(kind.rawValue) offer of \(productID) may be had")
        try expect(reasons.contains(answer.reason), "the reason is \(answer.reason) and none of \(reasons.sorted())")
    }
}
