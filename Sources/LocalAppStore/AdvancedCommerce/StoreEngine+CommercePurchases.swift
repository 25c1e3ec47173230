package import AppStoreModels
import Foundation
import StoreConfiguration

// What an app asks for with a signed request, after the customer has confirmed it.
extension StoreEngine {
    /// Carries out an operation of Advanced Commerce that a customer has confirmed.
    ///
    /// - Parameters:
    ///   - body: The request, with its `operation`.
    ///   - productID: The generic product of the catalogue that the app names.
    ///   - accountID: The customer.
    /// - Returns: The transaction that came of it, or the latest of the subscription that was changed.
    /// - Throws: `unknownAccount`, `unknownProduct`, `paymentNotAllowed`, `commerceRefused`
    @discardableResult
    package mutating func purchaseCommerce(
        _ body: JSONObject,
        productID: String,
        account accountID: String
    ) throws(StoreError) -> StoreTransaction {
        let account = try account(accountID)
        let entry = try entry(productID)
        guard account.canMakePayments else {
            throw StoreError(.paymentNotAllowed, "account \"\(account.id)\" may not make payments")
        }
        let request = try commerceRequest(body, at: account.storefront)
        guard let version = try body.commerceText("version", or: .unexpectedVersion) else {
            throw .commerce(.nullVersion, "the text \"version\" is missing")
        }
        guard version == "1" else { throw .commerce(.unexpectedVersion, "the version is 1, not \(version.prefix(20))") }
        guard !settings.withdrawnProductIDs.contains(productID) else {
            throw .commerce(.productNotEligible, "\(productID) was removed from sale")
        }
        let order = CommerceOrder(request: request, entry: entry, account: account)
        switch try body.commerceText("operation", or: .invalidOperation) {
        case "CREATE_ONE_TIME_CHARGE": return try chargeOnce(order)
        case "CREATE_SUBSCRIPTION": return try subscribe(order)
        case "MODIFY_SUBSCRIPTION": return try modify(order)
        case "REACTIVATE_SUBSCRIPTION": return try reactivate(order)
        case let other:
            throw .commerce(.invalidOperation, "there is no operation \"\((other ?? "").prefix(40))\"")
        }
    }

    // MARK: One-time charges

    private mutating func chargeOnce(_ order: CommerceOrder) throws(StoreError) -> StoreTransaction {
        let request = order.request
        guard order.entry.subscription == nil else {
            throw .commerce(
                .productNotEligible,
                "\(order.entry.productID) is a subscription, and charged again and again"
            )
        }
        try request.requireCurrency()
        guard let object = request.json[object: "item"] else {
            throw .commerce(.nullItem, "the object \"item\" is missing")
        }
        let item = try object.commerceItem()
        guard item.offer == nil else { throw .commerce(.moreOffersThanAllowed, "a one-time charge has no offer") }
        let taxCode = try request.requiredTaxCode()
        use(request, for: order.account.id)
        let country = country(of: order.account)
        let id = identifiers.nextTransactionID()
        var transaction = StoreTransaction(
            transactionID: id,
            originalTransactionID: id,
            webOrderLineItemID: nil,
            accountID: order.account.id,
            productID: order.entry.productID,
            productType: order.entry.type,
            subscriptionGroupID: nil,
            quantity: 1,
            purchaseDate: now,
            originalPurchaseDate: now,
            expiresDate: nil,
            reason: .purchase,
            offer: nil,
            price: StorePrice(thousandths: item.price, currency: country.currency),
            storefront: country.code,
            appAccountToken: request.appAccountToken,
            applicationUsername: nil,
            ownership: .purchased,
            restoredTransactionID: nil,
            revocationDate: nil,
            revocationReason: nil,
            isUpgraded: false,
            isFinished: false
        )
        transaction.commerce = CommerceSale(
            [item],
            descriptors: nil,
            taxCode: taxCode,
            period: nil,
            reference: request.reference
        )
        emit(.purchased, notification: StoreNotification(.oneTimeCharge), transactions: [transaction])
        return transaction
    }

    // MARK: New subscriptions

    private mutating func subscribe(_ order: CommerceOrder) throws(StoreError) -> StoreTransaction {
        let request = order.request
        guard order.plan != nil else {
            throw .commerce(.productNotEligible, "\(order.entry.productID) is no auto-renewable subscription")
        }
        try request.requireCurrency()
        let descriptors = try request.requiredDescriptors()
        var items: [CommerceItem] = []
        for object in try request.requiredList("items") { items.append(try object.commerceItem()) }
        try refuseRepeatedSKUs(items.map(\.sku))
        let period = try request.json.requiredCommercePeriod()
        try items.checkOffers(period)
        let taxCode = try request.requiredTaxCode()
        let old = try previousSubscription(order)
        try checkNew(items, order)
        let plan = CommercePlan(
            items,
            descriptors: descriptors,
            taxCode: taxCode,
            period: period,
            currency: country(of: order.account).currency,
            reference: request.reference
        )
        use(request, for: order.account.id)
        return try begin(plan, order, after: old)
    }

    /// The subscription that ended, and goes on as the new one.
    private func previousSubscription(_ order: CommerceOrder) throws(StoreError) -> StoreSubscription? {
        let key = "previousTransactionId"
        guard let id = try order.request.json.commerceText(key, or: .invalidPreviousTransactionID) else { return nil }
        guard let transaction = ledger[id] else {
            throw .commerce(.invalidPreviousTransactionID, "there is no transaction \"\(id.prefix(40))\"")
        }
        guard transaction.accountID == order.account.id, let chain = chains[transaction.originalTransactionID],
            chain.sharing == nil, chain.groupID == order.plan?.groupID, chain.commerce != nil, !chain.isLive
        else {
            throw .commerce(
                .invalidPreviousSubscription,
                "transaction \(id) belongs to no subscription of Advanced Commerce that the customer had, and that ended"
            )
        }
        return chain
    }

    /// Refuses items that the customer has in another subscription.
    private func checkNew(_ items: [CommerceItem], _ order: CommerceOrder) throws(StoreError) {
        let skus = Set(items.map(\.sku))
        for chain in chains.records(of: order.account.id) where chain.isLive {
            guard let sku = chain.commerce?.lines.map(\.item.sku).first(where: skus.contains) else { continue }
            throw .commerce(
                .subscriptionAlreadyExists,
                "subscription \(chain.originalTransactionID) has \"\(sku)\" already; modify it"
            )
        }
    }

    /// Begins a subscription, or begins one that ended anew.
    private mutating func begin(
        _ plan: CommercePlan,
        _ order: CommerceOrder,
        after old: StoreSubscription?
    ) throws(StoreError) -> StoreTransaction {
        guard let generic = order.plan else {
            throw .commerce(.productNotEligible, "\(order.entry.productID) is no auto-renewable subscription")
        }
        var plan = plan
        let terms = plan.terms(isIncreased: false)
        let sale = plan.beginPeriod(isIncreased: false)
        let purchase = PurchaseRequest(
            productID: order.entry.productID,
            accountID: order.account.id,
            appAccountToken: order.request.appAccountToken
        )
        var (transaction, chain) = startChain(
            SubscriptionOrder(request: purchase, plan: generic, account: order.account, attempt: nil),
            old,
            terms
        )
        transaction.commerce = sale
        chain.commerce = plan
        emit(
            .purchased,
            notification: StoreNotification(.subscribed, old == nil ? .initialBuy : .resubscribe),
            transactions: [transaction],
            subscription: chain
        )
        return transaction
    }

    // MARK: Subscriptions that there are

    /// Takes a cancellation back, or begins a subscription that ended anew.
    private mutating func reactivate(_ order: CommerceOrder) throws(StoreError) -> StoreTransaction {
        var (chain, plan) = try owned(order)
        if chain.isLive, chain.autoRenews {
            throw .commerce(
                .subscriptionAlreadyActive,
                "subscription \(chain.originalTransactionID) renews; nothing is to be taken back"
            )
        }
        if let objects = try order.request.list("items") {
            guard !objects.isEmpty else { throw .commerce(.atLeastOneItem, "the list \"items\" is empty") }
            var skus: [String] = []
            for object in objects { skus.append(try object.requiredCommerceSKU()) }
            try refuseRepeatedSKUs(skus)
            let known = Set(plan.lines.map(\.item.sku))
            for sku in skus where !known.contains(sku) {
                throw .commerce(.productNotFound, "the subscription has no item \"\(sku)\"")
            }
            plan.lines.removeAll { !skus.contains($0.item.sku) }
        }
        guard !plan.lines.isEmpty else { throw .commerce(.removalAllNotAllowed, "the subscription has no item left") }
        guard let latest = ledger[chain.latestTransactionID] else {
            throw .commerce(.subscriptionDoesNotExist, "the subscription's latest transaction was deleted")
        }
        use(order.request, for: order.account.id)
        plan.reference = order.request.reference
        guard chain.isLive else { return try begin(plan, order, after: chain) }
        chain.commerce = plan
        chain.note(order.request)
        turnAutoRenew(true, of: &chain)
        return latest
    }

    /// The subscription that a request is about, if the customer has it under the product that the app names.
    func owned(_ order: CommerceOrder) throws(StoreError) -> (StoreSubscription, CommercePlan) {
        guard let id = try order.request.json.commerceText("transactionId", or: .invalidTransactionID) else {
            throw .commerce(.nullTransactionID, "the text \"transactionId\" is missing")
        }
        guard let transaction = ledger[id] else {
            throw StoreError(.unknownTransaction, answered: 4_040_010, "there is no transaction \"\(id.prefix(40))\"")
        }
        guard transaction.accountID == order.account.id else {
            throw .commerce(.productNotOwned, "transaction \(id) is another customer's")
        }
        let (chain, plan) = try commerceSubscription(of: transaction)
        guard order.entry.productID == chain.productID || order.entry.productID == chain.autoRenewProductID else {
            throw .commerce(.invalidProduct, "the subscription is one of \(chain.productID)")
        }
        try check(order.request.consistencyToken, plan)
        return (chain, plan)
    }
}

/// A request that a customer has confirmed.
struct CommerceOrder {
    let request: CommerceRequest
    let entry: Catalogue.Entry
    let account: StoreAccount

    /// The generic product, if it is a subscription.
    var plan: SubscriptionPlan? {
        entry.subscription.map { SubscriptionPlan(entry: entry, subscription: $0) }
    }
}

extension [CommerceItem] {
    /// Refuses offers whose periods do not end together with those of the subscription: either all items have offers of one
    /// length, or each has periods as long as the subscription's.
    func checkOffers(_ period: BillingPeriod) throws(StoreError) {
        let offers = compactMap(\.offer)
        guard offers.contains(where: { $0.period != period }) else { return }
        guard offers.count == count else {
            throw .commerce(
                .invalidOfferPeriod,
                "an offer beside items without one has periods of \(period), as the subscription"
            )
        }
        guard Set(offers.map { [$0.period.iso8601, String($0.periodCount)] }).count == 1 else {
            throw .commerce(.misalignedBillingCycle, "the offers of all items end at the same time")
        }
    }
}
