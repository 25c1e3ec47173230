import AppStoreModels
import Foundation
import StoreConfiguration

extension StoreEngine {
    /// Changes a subscription for its customer.
    ///
    /// What begins now makes a transaction: for a whole period, and what is left of the old one is paid back; or, if the day
    /// of renewal stays, for the rest of the period, in which only what is new is charged. What begins later changes the
    /// renewals, as does the removal of items.
    mutating func modify(_ order: CommerceOrder) throws(StoreError) -> StoreTransaction {
        let (chain, plan) = try owned(order)
        try checkActive(chain)
        guard chain.status == .active, let latest = ledger[chain.latestTransactionID] else {
            throw .commerce(.subscriptionNotEligible, "a renewal of the subscription could not be charged")
        }
        let modification = try CommerceModification(order.request)
        guard chain.priceIncrease == nil || modification.changes.isEmpty else {
            throw .commerce(
                .invalidPriceForChangeItemInPriceIncrease,
                "the customer was told of a price increase, which must be over before items change"
            )
        }
        let changed = try changed(plan, by: modification)
        let current = try modification.isImmediate ? sold(latest, plan, by: modification) : nil
        use(order.request, for: order.account.id)
        var next = chain
        next.commerce = changed
        next.note(order.request)
        guard let current else { return modifyLater(next, latest, modification) }
        return modifyNow(next, latest, current, modification, order)
    }

    /// What the renewals sell afterwards.
    private func changed(
        _ plan: CommercePlan,
        by modification: CommerceModification
    ) throws(StoreError) -> CommercePlan {
        var plan = plan
        for sku in modification.removedSKUs {
            guard plan.lines.contains(where: { $0.item.sku == sku }) else {
                throw .commerce(.removeItemNotFound, "the subscription has no item \"\(sku)\"")
            }
            plan.lines.removeAll { $0.item.sku == sku }
        }
        for change in modification.changes {
            guard let current = change.currentSKU else {
                plan.lines.append(CommercePlan.Line(change.item))
                continue
            }
            guard let index = plan.lines.firstIndex(where: { $0.item.sku == current }) else {
                throw .commerce(.changeItemNotFound, "the subscription has no item \"\(current)\"")
            }
            let old = plan.lines[index].item
            if change.item.sku == current, !change.appliesOffer, change.item.price != old.price,
                modification.period == nil
            {
                throw .commerce(
                    .priceChangeNotSupportedThroughModifyItems,
                    "\"\(current)\" stays the same product; a developer's server changes its price"
                )
            }
            plan.lines[index] = CommercePlan.Line(change.item)
        }
        guard plan.lines.count <= CommerceRequest.maximumItems else {
            throw .commerce(.itemLimitExceeded, "a subscription has at most \(CommerceRequest.maximumItems) items")
        }
        try refuseRepeatedSKUs(plan.lines.map(\.item.sku), .productAlreadyExists)
        if let period = modification.period { plan.period = period.value }
        if let descriptors = modification.descriptors {
            plan.descriptors.displayName = descriptors.name ?? plan.descriptors.displayName
            plan.descriptors.details = descriptors.details ?? plan.descriptors.details
        }
        plan.taxCode = modification.taxCode ?? plan.taxCode
        try plan.lines.map(\.item).checkOffers(plan.period)
        return plan
    }

    /// What the customer has from now on: what the period sold, or a new one would sell, with what is changed at once.
    private func sold(
        _ latest: StoreTransaction,
        _ plan: CommercePlan,
        by modification: CommerceModification
    ) throws(StoreError) -> [CommerceItem] {
        var items = plan.items(isIncreased: false)
        if modification.retainsBillingCycle {
            items = latest.commerce?.lines.filter { $0.revocationDate == nil }.map(\.item) ?? []
        }
        for change in modification.changes where change.isImmediate {
            guard let current = change.currentSKU else {
                items.append(change.item)
                continue
            }
            guard let index = items.firstIndex(where: { $0.sku == current }) else {
                throw .commerce(.changeItemNotFound, "the period has no item \"\(current)\"")
            }
            if items[index].offer != nil, modification.retainsBillingCycle {
                throw .commerce(
                    .offerPreventsItemMidCycleChange,
                    "\"\(current)\" has an offer in this period, and cannot change within it"
                )
            }
            items[index] = change.item
        }
        if !modification.retainsBillingCycle { items.removeAll { modification.removedSKUs.contains($0.sku) } }
        try refuseRepeatedSKUs(items.map(\.sku), .productAlreadyExists)
        return items
    }

    private mutating func modifyLater(
        _ chain: StoreSubscription,
        _ latest: StoreTransaction,
        _ modification: CommerceModification
    ) -> StoreTransaction {
        var latest = latest
        if let change = modification.descriptors, change.isImmediate, var descriptors = latest.commerce?.descriptors {
            descriptors.displayName = change.name ?? descriptors.displayName
            descriptors.details = change.details ?? descriptors.details
            latest.commerce?.descriptors = descriptors
        }
        let isTextOnly = modification.changes.isEmpty
        emit(
            isTextOnly ? .commerceMetadataChanged : .renewalPreferenceChanged,
            notification: isTextOnly
                ? StoreNotification(.metadataUpdate) : StoreNotification(.didChangeRenewalPref, .downgrade),
            transactions: [latest],
            subscription: chain
        )
        return latest
    }

    private mutating func modifyNow(
        _ chain: StoreSubscription,
        _ old: StoreTransaction,
        _ items: [CommerceItem],
        _ modification: CommerceModification,
        _ order: CommerceOrder
    ) -> StoreTransaction {
        var (chain, replaced) = (chain, old)
        replaced.isUpgraded = true
        guard var plan = chain.commerce else { return old }
        var charges: [String: Int64]?
        let terms: PeriodTerms
        if modification.retainsBillingCycle {
            let rests = modification.changes.filter(\.isImmediate).map { change in
                (change.item.sku, change.proratedPrice ?? prorated(change.item.charge, of: old))
            }
            let new = Dictionary(rests) { first, _ in first }
            charges = new
            terms = plan.terms(isIncreased: false)
        } else {
            replaced.commerce?.revokeAll(at: now, reason: "MODIFY_ITEMS_REFUND", type: "PRORATED") { rest in
                prorated(rest, of: old)
            }
            replaced.proratedRefund = StorePrice(
                thousandths: prorated(old.price.thousandths, of: old),
                currency: old.price.currency
            )
            terms = CommercePlan(
                items,
                descriptors: plan.descriptors,
                taxCode: plan.taxCode,
                period: plan.period,
                currency: plan.currency,
                reference: plan.reference
            ).terms(isIncreased: false)
            chain.billingDay = now.dayOfMonth
        }
        let sale = CommerceSale(
            items,
            charges: charges,
            descriptors: modification.descriptors?.isImmediate == false ? old.commerce?.descriptors : plan.descriptors,
            taxCode: plan.taxCode,
            period: plan.period,
            reference: order.request.reference
        )
        plan.beginOffers(of: items.map(\.sku), isWholePeriod: !modification.retainsBillingCycle, modification)
        let (end, day) = (chain.expiresDate, chain.billingDay)
        var transaction = startPeriod(
            of: &chain,
            id: identifiers.nextTransactionID(),
            at: now,
            PeriodTerms(period: terms.period, price: StorePrice(thousandths: sale.charge, currency: plan.currency)),
            reason: .purchase,
            storefront: old.storefront
        )
        if modification.retainsBillingCycle {
            (chain.expiresDate, chain.billingDay) = (end, day)
            transaction.expiresDate = end
        }
        transaction.commerce = sale
        chain.commerce = plan
        chain.autoRenews = true
        emit(
            .upgraded,
            notification: StoreNotification(.didChangeRenewalPref, .upgrade),
            transactions: [transaction, replaced],
            subscription: chain
        )
        return transaction
    }
}

extension CommercePlan {
    /// Counts the period of offers that begins now: of all items, or of those that are new in a period that goes on.
    fileprivate mutating func beginOffers(
        of skus: [String],
        isWholePeriod: Bool,
        _ modification: CommerceModification
    ) {
        let new = Set(modification.changes.filter(\.isImmediate).map(\.item.sku))
        for index in lines.indices where lines[index].item.offer != nil {
            let sku = lines[index].item.sku
            guard isWholePeriod ? skus.contains(sku) : new.contains(sku) else { continue }
            lines[index].offerPeriodsLeft = max(0, lines[index].offerPeriodsLeft - 1)
            if lines[index].offerPeriodsLeft <= 0 { lines[index].item.offer = nil }
        }
    }
}
