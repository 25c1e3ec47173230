package import AppStoreModels

extension StoreEngine {
    /// Ends a subscription with its period, as a developer's server can; one whose renewal failed ends at once.
    ///
    /// - Throws: `unknownTransaction`, `commerceRefused`
    package mutating func cancelCommerce(transactionID: String, _ body: JSONObject) throws(StoreError) {
        var (request, chain, _) = try commerceCall(body, about: transactionID)
        try checkActive(chain)
        use(request, for: chain.accountID)
        chain.note(request)
        guard chain.autoRenews else { return emit(.autoRenewChanged, notification: nil, latestOf: chain) }
        cancel(chain)
    }

    /// Changes what a customer reads of a subscription: now, or with the next period.
    ///
    /// - Throws: `unknownTransaction`, `commerceRefused`
    package mutating func changeCommerceMetadata(transactionID: String, _ body: JSONObject) throws(StoreError) {
        var (request, chain, plan) = try commerceCall(body, about: transactionID)
        try checkActive(chain)
        let changes = try CommerceMetadata(request)
        var latest = ledger[chain.latestTransactionID]
        try changes.apply(to: &plan, &latest)
        use(request, for: chain.accountID)
        chain.commerce = plan
        chain.note(request)
        emit(
            .commerceMetadataChanged,
            notification: StoreNotification(.metadataUpdate),
            transactions: latest.map { [$0] } ?? [],
            subscription: chain
        )
    }
}

extension StoreSubscription {
    /// Notes which request changed it last, and whose it is.
    mutating func note(_ request: CommerceRequest) {
        commerce?.reference = request.reference
        appAccountToken = request.appAccountToken ?? appAccountToken
    }
}

/// A change of what the customer reads.
private struct CommerceMetadata {
    struct Texts {
        let isImmediate: Bool
        let name, details: String?

        init(_ object: JSONObject) throws(StoreError) {
            isImmediate = try object.isCommerceImmediate()
            name = try object.commerceName()
            details = try object.commerceDetails()
        }
    }

    struct Item {
        let currentSKU: String
        let sku: String?
        let texts: Texts
    }

    private var descriptors: Texts?
    private var items: [Item] = []
    private let taxCode: String?

    init(_ request: CommerceRequest) throws(StoreError) {
        if request.json.hasCommerce("descriptors") {
            guard let object = request.json[object: "descriptors"] else {
                throw .commerce(.nullDescriptors, "\"descriptors\" is no object")
            }
            let texts = try Texts(object)
            guard texts.name != nil || texts.details != nil else { throw Self.nothing("descriptors") }
            descriptors = texts
        }
        for object in try request.list("items") ?? [] {
            let current = try object.requiredCommerceCurrentSKU()
            let (sku, texts) = (try object.commerceSKU(), try Texts(object))
            guard sku != nil || texts.name != nil || texts.details != nil else { throw Self.nothing(current) }
            items.append(Item(currentSKU: current, sku: sku, texts: texts))
        }
        taxCode = try request.taxCode()
        try refuseRepeatedSKUs(items.map(\.currentSKU))
        guard descriptors != nil || !items.isEmpty || taxCode != nil else {
            throw .commerce(.invalidProductChanges, "neither descriptors, nor items, nor a tax code are to be changed")
        }
    }

    func apply(to plan: inout CommercePlan, _ latest: inout StoreTransaction?) throws(StoreError) {
        if let taxCode { plan.taxCode = taxCode }
        if let descriptors {
            plan.descriptors.change(descriptors)
            if descriptors.isImmediate { latest?.commerce?.descriptors?.change(descriptors) }
        }
        var changed: [Int] = []
        for item in items {
            guard let index = plan.lines.firstIndex(where: { $0.item.sku == item.currentSKU }) else {
                throw .commerce(.changeItemNotFound, "the subscription does not renew \"\(item.currentSKU)\"")
            }
            changed.append(index)
        }
        let sold = latest?.commerce?.lines.map(\.item.sku) ?? []
        for (item, index) in zip(items, changed) {
            plan.lines[index].item.change(item)
            guard item.texts.isImmediate, let row = sold.firstIndex(of: item.currentSKU) else { continue }
            latest?.commerce?.lines[row].item.change(item)
        }
        try refuseRepeatedSKUs(plan.lines.map(\.item.sku), .productAlreadyExists)
        try refuseRepeatedSKUs(latest?.commerce?.lines.map(\.item.sku) ?? [], .productAlreadyExists)
    }

    private static func nothing(_ what: String) -> StoreError {
        .commerce(.atLeastOneOfDisplayNameOrDescription, "\(what): neither displayName nor description is there")
    }
}

extension CommerceDescriptors {
    fileprivate mutating func change(_ texts: CommerceMetadata.Texts) {
        displayName = texts.name ?? displayName
        details = texts.details ?? details
    }
}

extension CommerceItem {
    fileprivate mutating func change(_ item: CommerceMetadata.Item) {
        sku = item.sku ?? sku
        displayName = item.texts.name ?? displayName
        details = item.texts.details ?? details
    }
}
