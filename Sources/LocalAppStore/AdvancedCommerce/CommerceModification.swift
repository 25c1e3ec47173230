import AppStoreModels
import StoreConfiguration

/// How a subscription is to be changed by its customer.
struct CommerceModification {
    /// An item that comes, or takes the place of another.
    struct Change {
        /// The item that it replaces; nil for one that is added.
        let currentSKU: String?
        let item: CommerceItem
        let isImmediate: Bool
        /// What the rest of the period costs, in thousandths; nil for the share of the price.
        let proratedPrice: Int64?
        let appliesOffer: Bool
    }

    let changes: [Change]
    let removedSKUs: [String]
    let retainsBillingCycle: Bool
    let period: (isImmediate: Bool, value: BillingPeriod)?
    let descriptors: (isImmediate: Bool, name: String?, details: String?)?
    let taxCode: String?

    /// Whether something begins now.
    var isImmediate: Bool { changes.contains(where: \.isImmediate) || period?.isImmediate == true }

    init(_ request: CommerceRequest) throws(StoreError) {
        guard case .bool(let retains)? = request.json["retainBillingCycle"] else {
            throw .commerce(.nullRetainBillingCycle, "\"retainBillingCycle\" is missing, or neither true nor false")
        }
        retainsBillingCycle = retains
        var changes: [Change] = []
        for object in try request.list("addItems") ?? [] { changes.append(try Change(added: object)) }
        for object in try request.list("changeItems") ?? [] { changes.append(try Change(changed: object)) }
        var removed: [String] = []
        for object in try request.list("removeItems") ?? [] { removed.append(try object.requiredCommerceSKU()) }
        (self.changes, removedSKUs) = (changes, removed)
        period = try Self.period(request.json)
        descriptors = try Self.descriptors(request.json)
        taxCode = try request.taxCode()
        try checkItems()
        try checkMoments()
    }

    private func checkItems() throws(StoreError) {
        guard !changes.isEmpty else {
            if !removedSKUs.isEmpty {
                throw .commerce(
                    .removeItemsWithoutAddOrChangeItems,
                    "items are removed together with others that are added or changed"
                )
            }
            if period != nil {
                throw .commerce(
                    .missingUpdatedItemsWithPeriodChange,
                    "with another period come items with prices for it"
                )
            }
            guard descriptors != nil else {
                throw .commerce(.emptyAddChangeItems, "neither items nor descriptors are to be changed")
            }
            return
        }
        let current = changes.compactMap(\.currentSKU)
        let added = changes.filter { $0.currentSKU == nil }.map(\.item.sku)
        try refuseRepeatedSKUs(current + added + removedSKUs, .multipleOperationsOnSingleSKU)
    }

    /// What begins when must fit together.
    private func checkMoments() throws(StoreError) {
        if let period {
            if period.isImmediate, retainsBillingCycle {
                throw .commerce(
                    .periodResetWithRetainBillingCycle,
                    "a new period that begins now does not leave the day of renewal as it is"
                )
            }
            if period.isImmediate, changes.contains(where: { !$0.isImmediate }) {
                throw .commerce(
                    .periodChangeImmediateWithEffectiveAtNextBillingCycle,
                    "the period changes now, and an item with the next one"
                )
            }
            if !period.isImmediate, changes.contains(where: \.isImmediate) {
                throw .commerce(.periodChangeEffectiveConflict, "the period changes later, and an item now")
            }
        }
        guard !changes.isEmpty else { return }
        if !retainsBillingCycle, !isImmediate {
            throw .commerce(
                .billingCycleResetWithEffectiveLater,
                "what begins with the next period leaves the day of renewal as it is: retainBillingCycle is true"
            )
        }
        for change in changes where change.proratedPrice != nil {
            if !change.isImmediate {
                throw .commerce(
                    .invalidProratedPriceForChangeItemWithEffectiveLater,
                    "\"\(change.item.sku)\" begins with a whole period, and has no proratedPrice"
                )
            }
            if !retainsBillingCycle {
                throw .commerce(
                    .invalidProratedPrice,
                    "\"\(change.item.sku)\" begins a whole period, and has no proratedPrice"
                )
            }
        }
    }

    private static func period(_ json: JSONObject) throws(StoreError) -> (isImmediate: Bool, value: BillingPeriod)? {
        guard json.hasCommerce("periodChange") else { return nil }
        guard let object = json[object: "periodChange"] else {
            throw .commerce(.nullPeriod, "\"periodChange\" is no object")
        }
        return (try object.isCommerceImmediate(), try object.requiredCommercePeriod())
    }

    private static func descriptors(
        _ json: JSONObject
    ) throws(StoreError) -> (isImmediate: Bool, name: String?, details: String?)? {
        guard json.hasCommerce("descriptors") else { return nil }
        guard let object = json[object: "descriptors"] else {
            throw .commerce(.nullDescriptors, "\"descriptors\" is no object")
        }
        let (name, details) = (try object.commerceName(), try object.commerceDetails())
        guard name != nil || details != nil else {
            throw .commerce(
                .atLeastOneOfDisplayNameOrDescription,
                "descriptors: neither displayName nor description is there"
            )
        }
        return (try object.isCommerceImmediate(), name, details)
    }
}

extension CommerceModification.Change {
    fileprivate init(added object: JSONObject) throws(StoreError) {
        self.init(
            currentSKU: nil,
            item: try object.commerceItem(),
            isImmediate: true,
            proratedPrice: try object.commerceProratedPrice(),
            appliesOffer: true
        )
    }

    fileprivate init(changed object: JSONObject) throws(StoreError) {
        let current = try object.requiredCommerceCurrentSKU()
        let item = try object.commerceItem()
        let isImmediate = try object.isCommerceImmediate()
        let reason = try object.requiredCommerceWord(
            "reason",
            of: ["UPGRADE", "DOWNGRADE", "APPLY_OFFER"],
            missing: .nullReason,
            invalid: .invalidChangeReason
        )
        if reason == "APPLY_OFFER", item.offer == nil {
            throw .commerce(.invalidChangeReason, "\"\(item.sku)\" has no offer to apply")
        }
        self.init(
            currentSKU: current,
            item: item,
            isImmediate: isImmediate,
            proratedPrice: try object.commerceProratedPrice(),
            appliesOffer: reason == "APPLY_OFFER"
        )
    }
}

extension JSONObject {
    fileprivate func commerceProratedPrice() throws(StoreError) -> Int64? {
        try commerceAmount("proratedPrice", negative: .negativeProratedPrice, invalid: .invalidProratedPrice)
    }
}
