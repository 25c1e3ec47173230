package import AppStoreModels

extension StoreEngine {
    /// Moves a subscription of an ordinary product to Advanced Commerce: its price and its period stay, its renewals sell the
    /// generic product, and what the customer reads is the developer's.
    ///
    /// A request names no prices: the first item has the subscription's, the others have none.
    ///
    /// - Throws: `unknownTransaction`, `commerceRefused`
    package mutating func migrateToCommerce(transactionID: String, _ body: JSONObject) throws(StoreError) {
        let transaction = try transaction(transactionID)
        let request = try commerceRequest(body, at: transaction.storefront)
        var chain = try anySubscription(of: transaction)
        let terms = try migratableTerms(of: chain)
        let descriptors = try request.requiredDescriptors()
        let items = try Self.migrated(try request.requiredList("items"), price: terms.price)
        let renewals = try request.list("renewalItems").map { list throws(StoreError) in
            guard !list.isEmpty else { throw .commerce(.atLeastOneItem, "the list \"renewalItems\" is empty") }
            return try Self.migrated(list, price: terms.price)
        }
        let target = try migrationTarget(request, of: chain)
        let taxCode = try request.requiredTaxCode()
        use(request, for: chain.accountID)
        chain.commerce = CommercePlan(
            renewals ?? items,
            descriptors: descriptors,
            taxCode: taxCode,
            period: terms.period,
            currency: terms.price.currency,
            reference: request.reference
        )
        chain.note(request)
        chain.autoRenewProductID = target
        var latest = ledger[chain.latestTransactionID]
        let charge = latest?.price.thousandths ?? 0
        latest?.commerce = CommerceSale(
            items,
            charges: items.first.map { [$0.sku: charge] },
            descriptors: descriptors,
            taxCode: taxCode,
            period: terms.period,
            reference: request.reference
        )
        emit(
            .commerceMigrated,
            notification: StoreNotification(.migration),
            transactions: latest.map { [$0] } ?? [],
            subscription: chain
        )
    }

    /// What the next period of a subscription costs that can move to Advanced Commerce.
    private func migratableTerms(of chain: StoreSubscription) throws(StoreError) -> PeriodTerms {
        let id = chain.originalTransactionID
        guard chain.commerce == nil else {
            throw .commerce(.subscriptionAlreadyMigrated, "subscription \(id) is one of Advanced Commerce already")
        }
        guard chain.status == .active else {
            throw .commerce(.subscriptionNotEligible, "subscription \(id) is not active")
        }
        guard chain.priceIncrease == nil else {
            throw .commerce(
                .migrationNotAllowedWhenPriceIncreaseCommunicated,
                "the customer was told of a price increase of subscription \(id)"
            )
        }
        guard chain.continuingOffer == nil, chain.pendingOffer == nil else {
            throw .commerce(.subscriptionNotEligible, "subscription \(id) has periods of an offer before it")
        }
        guard let plan = plan(chain.productID) else {
            throw .commerce(.subscriptionNotEligible, "the catalogue has no \"\(chain.productID)\" any more")
        }
        let terms = renewalTerms(of: chain, plan)
        return PeriodTerms(period: plan.subscription.period, price: terms.price)
    }

    private func migrationTarget(
        _ request: CommerceRequest,
        of chain: StoreSubscription
    ) throws(StoreError) -> String {
        guard let target = try request.json.commerceText("targetProductId", or: .invalidTargetProductID) else {
            throw .commerce(.nullTargetProductID, "the text \"targetProductId\" is missing")
        }
        guard let plan = planOnSale(target), plan.groupID == chain.groupID else {
            throw .commerce(
                .invalidTargetProductID,
                "\"\(target.prefix(128))\" is no auto-renewable subscription on sale in group \(chain.groupID)"
            )
        }
        return target
    }

    private static func migrated(_ objects: [JSONObject], price: StorePrice) throws(StoreError) -> [CommerceItem] {
        var items: [CommerceItem] = []
        for object in objects {
            items.append(
                CommerceItem(
                    sku: try object.requiredCommerceSKU(),
                    displayName: try object.requiredCommerceName(),
                    details: try object.requiredCommerceDetails(),
                    price: items.isEmpty ? price.thousandths : 0
                )
            )
        }
        try refuseRepeatedSKUs(items.map(\.sku))
        return items
    }
}
