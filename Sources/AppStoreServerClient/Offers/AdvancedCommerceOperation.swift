public import AppStoreModels

/// An operation of Advanced Commerce that an app performs with a signed request, checked by the documented rules.
///
/// Make one by naming the operation; the rest of the request stands in an `AdvancedCommerceRequest`, whose `operation` and
/// `version` are set here. Each throws ``ServerAPIError``, code `invalid-request`, with the rule that is broken.
public struct AdvancedCommerceOperation: Sendable, Hashable {
    /// What is signed.
    public let request: AdvancedCommerceRequest

    private init(_ name: String, _ request: AdvancedCommerceRequest) throws(ServerAPIError) {
        try AdvancedCommerceRules.check(info: request)
        try AdvancedCommerceRules.check(descriptors: request.descriptors)
        var json: JSONObject = ["operation": .string(name), "version": "1"]
        for (key, value) in request.json.members where json[key] == nil { json[key] = value }
        self.request = AdvancedCommerceRequest(json: json)
    }

    /// Sells one item once: needs currency, item and tax code.
    public static func oneTimeCharge(_ request: AdvancedCommerceRequest) throws(ServerAPIError) -> Self {
        try AdvancedCommerceRules.require(request.currency, "currency")
        try AdvancedCommerceRules.require(request.taxCode, "taxCode")
        try AdvancedCommerceRules.require(request.item, "item")
        try AdvancedCommerceRules.checkForSale([request.item].compactMap(\.self))
        return try Self("CREATE_ONE_TIME_CHARGE", request)
    }

    /// Begins a subscription: needs currency, descriptors, items, period and tax code.
    public static func createSubscription(_ request: AdvancedCommerceRequest) throws(ServerAPIError) -> Self {
        try AdvancedCommerceRules.require(request.currency, "currency")
        try AdvancedCommerceRules.require(request.taxCode, "taxCode")
        try AdvancedCommerceRules.require(request.period, "period")
        try AdvancedCommerceRules.require(request.descriptors?.displayName, "the displayName of the descriptors")
        try AdvancedCommerceRules.require(request.descriptors?.description, "the description of the descriptors")
        try AdvancedCommerceRules.checkForSale(request.items)
        return try Self("CREATE_SUBSCRIPTION", request)
    }

    /// Changes a subscription: needs its transaction, whether the day of renewal stays, and at least one change.
    public static func modifySubscription(_ request: AdvancedCommerceRequest) throws(ServerAPIError) -> Self {
        try AdvancedCommerceRules.require(request.transactionID, "transactionId")
        try AdvancedCommerceRules.require(request.retainBillingCycle, "retainBillingCycle")
        let items = request.addItems + request.changeItems
        try AdvancedCommerceRules.check(items: items + request.removeItems, atLeast: 0)
        let changesMore = request.json["periodChange"] != nil || request.descriptors != nil
        guard changesMore || !items.isEmpty || !request.removeItems.isEmpty else {
            throw .invalidRequest("a modification changes something: items, period or descriptors")
        }
        for item in request.changeItems { try AdvancedCommerceRules.require(item.currentSKU, "currentSKU") }
        let touched =
            request.addItems.map(\.sku) + request.changeItems.map(\.currentSKU) + request.removeItems.map(\.sku)
        guard Set(touched).count == touched.count else {
            throw .invalidRequest("each SKU takes part in one change only")
        }
        return try Self("MODIFY_SUBSCRIPTION", request)
    }

    /// Takes a cancellation back, or subscribes anew: needs the subscription's transaction.
    public static func reactivateSubscription(_ request: AdvancedCommerceRequest) throws(ServerAPIError) -> Self {
        try AdvancedCommerceRules.require(request.transactionID, "transactionId")
        try AdvancedCommerceRules.check(items: request.items, atLeast: 0)
        return try Self("REACTIVATE_SUBSCRIPTION", request)
    }
}
