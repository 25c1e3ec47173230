package import AppStoreModels
import Foundation

extension StoreEngine {
    /// Changes prices of a subscription from the next period on. If the sum rises, the customer is asked; who has not agreed
    /// when the period ends loses the subscription.
    ///
    /// - Throws: `unknownTransaction`, `commerceRefused`
    package mutating func changeCommercePrice(transactionID: String, _ body: JSONObject) throws(StoreError) {
        var (request, chain, plan) = try commerceCall(body, about: transactionID)
        try checkActive(chain)
        let prices = try CommercePrices(request)
        guard chain.priceIncrease == nil else {
            throw .commerce(
                .priceChangeCannotBeIssuedWhenAlreadyCommunicated,
                "the customer was told of a price increase, which begins with the next period"
            )
        }
        let before = plan.terms(isIncreased: false).price
        // What an answered or abandoned increase left behind.
        for index in plan.lines.indices { plan.lines[index].increase = nil }
        let rises = try prices.apply(to: &plan)
        if rises {
            let country = ledger[chain.latestTransactionID]?.storefront
            if country == "IND" {
                throw .commerce(
                    .acaPriceIncreaseIsNotCurrentlySupportedInIndia,
                    "prices cannot rise in the storefront IND"
                )
            }
            chain.priceIncrease = PriceIncrease(price: plan.terms(isIncreased: true).price, isAccepted: false)
        }
        guard rises || plan.terms(isIncreased: false).price != before || plan != chain.commerce else {
            throw .commerce(.invalidRenewalPrice, "all items have these prices already")
        }
        use(request, for: chain.accountID)
        chain.commerce = plan
        chain.note(request)
        emit(.commercePriceChanged, notification: StoreNotification(.priceChange), latestOf: chain)
    }
}

/// New prices of items.
private struct CommercePrices {
    private struct Line {
        let sku: String
        let price: Int64
        let dependents: [String]
    }

    private let lines: [Line]

    init(_ request: CommerceRequest) throws(StoreError) {
        var lines: [Line] = []
        for object in try request.requiredList("items") {
            let sku = try object.requiredCommerceSKU()
            let price = try object.commerceAmount("price", negative: .negativePrice, invalid: .invalidRenewalPrice)
            guard let price else { throw .commerce(.nullPrice, "the \"price\" of \"\(sku)\" is missing") }
            lines.append(Line(sku: sku, price: price, dependents: try Self.dependents(object)))
        }
        try refuseRepeatedSKUs(lines.map(\.sku))
        try refuseRepeatedSKUs(lines.flatMap(\.dependents), .dependentSKUsCannotBeShared)
        let parents = Set(lines.filter { !$0.dependents.isEmpty }.map(\.sku))
        for sku in lines.flatMap(\.dependents) where parents.contains(sku) {
            throw .commerce(.dependentSKUsCannotBeChained, "\"\(sku)\" depends on an item, and items depend on it")
        }
        self.lines = lines
    }

    /// - Returns: Whether a price rises.
    func apply(to plan: inout CommercePlan) throws(StoreError) -> Bool {
        var rises = false
        for line in lines {
            let index = try index(of: line.sku, plan)
            for sku in line.dependents { _ = try self.index(of: sku, plan) }
            if line.price > plan.lines[index].item.price {
                rises = true
                plan.lines[index].increase = CommercePlan.Increase(price: line.price, dependentSKUs: line.dependents)
            } else {
                plan.lines[index].item.price = line.price
            }
        }
        return rises
    }

    private func index(of sku: String, _ plan: CommercePlan) throws(StoreError) -> Int {
        guard let index = plan.lines.firstIndex(where: { $0.item.sku == sku }) else {
            throw .commerce(.invalidSKUProvidedMustBeCurrentSKUSetToRenew, "the subscription does not renew \"\(sku)\"")
        }
        return index
    }

    private static func dependents(_ object: JSONObject) throws(StoreError) -> [String] {
        guard object.hasCommerce("dependentSKUs") else { return [] }
        let values = object[array: "dependentSKUs"] ?? [.null]
        guard values.count <= CommerceRequest.maximumItems else {
            throw .commerce(.itemLimitExceeded, "\"dependentSKUs\" has more than \(CommerceRequest.maximumItems) items")
        }
        var skus: [String] = []
        for value in values {
            guard let sku = value.string, (1...128).contains(sku.count) else {
                throw .commerce(.invalidSKU, "\"dependentSKUs\" is no list of SKUs")
            }
            skus.append(sku)
        }
        return skus
    }
}
