import AppStoreModels
import Foundation

// What a developer's server changes of subscriptions of Advanced Commerce.

extension StoreEngine {
    mutating func updateMetadataNow(_ scene: inout CauseScene) throws(StoreError) {
        let chain = try commerceChain(&scene)
        var body = commerceBody(about: chain)
        body["descriptors"] = [
            "effective": "IMMEDIATELY", "displayName": .string("Flowers \(eventCount)"), "description": "By a new name",
        ]
        try changeCommerceMetadata(transactionID: chain.latestTransactionID, body)
        scene.note("renamed subscription \(chain.originalTransactionID)")
    }

    mutating func migrateNow(_ scene: inout CauseScene) throws(StoreError) {
        var chain = try paidChain(&scene)
        if chain.commerce != nil {
            throw StoreError(
                .invalidState,
                "subscription \(chain.originalTransactionID) is one of Advanced Commerce already"
            )
        }
        if chain.priceIncrease != nil || chain.continuingOffer != nil || chain.pendingOffer != nil {
            try expire(originalTransactionID: chain.originalTransactionID)
            scene.note("ended subscription \(chain.originalTransactionID), which has an offer or a price before it")
            try buyNow(chain.productID, for: chain.accountID, &scene)
            chain = try subscription(chain.originalTransactionID)
        }
        var body = commerceBody(about: chain)
        body["targetProductId"] = .string(chain.productID)
        body["taxCode"] = "C003-00-2"
        body["descriptors"] = ["displayName": "Flowers", "description": "Moved to the own catalogue"]
        body["items"] = [["SKU": "flowers", "displayName": "Flowers", "description": "A bunch"]]
        try migrateToCommerce(transactionID: chain.latestTransactionID, body)
        scene.note("moved subscription \(chain.originalTransactionID) to Advanced Commerce")
    }

    mutating func changePriceNow(_ scene: inout CauseScene) throws(StoreError) {
        var chain = try commerceChain(&scene)
        if chain.priceIncrease?.isAccepted == false {
            try answerPriceIncrease(originalTransactionID: chain.originalTransactionID, accepts: true)
            scene.note("the customer agreed to the price before")
        }
        if try subscription(chain.originalTransactionID).priceIncrease != nil {
            try forceRenewal(originalTransactionID: chain.originalTransactionID)
            scene.note("renewed subscription \(chain.originalTransactionID)")
        }
        chain = try subscription(chain.originalTransactionID)
        guard let line = chain.commerce?.lines.first else {
            throw StoreError(.invalidState, "subscription \(chain.originalTransactionID) has no items left")
        }
        var body = commerceBody(about: chain)
        body["items"] = [["SKU": .string(line.item.sku), "price": .number(JSONNumber(line.item.price + 1_000))]]
        try changeCommercePrice(transactionID: chain.latestTransactionID, body)
        scene.note("told of a higher price of \(line.item.sku) in subscription \(chain.originalTransactionID)")
    }

    /// A live subscription of Advanced Commerce: that of the transaction, one that there is, or a new one.
    private mutating func commerceChain(_ scene: inout CauseScene) throws(StoreError) -> StoreSubscription {
        let account = try customer(&scene)
        if let id = scene.cause.transactionID {
            let (chain, _) = try commerceSubscription(of: try transaction(id))
            return chain
        }
        let wanted = scene.cause.productID
        let known = chains.records(of: account).last { chain in
            chain.isLive && chain.commerce?.lines.isEmpty == false && (wanted == nil || wanted == chain.productID)
        }
        if let known { return known }
        let entry = try product(scene, "an auto-renewable subscription") { $0.subscription != nil }
        var body = commerceBody(named: "commerce \(account) \(eventCount)")
        let country = country(of: try self.account(account))
        body["operation"] = "CREATE_SUBSCRIPTION"
        body["version"] = "1"
        body["currency"] = .string(country.currency)
        body["taxCode"] = "C003-00-2"
        body["period"] = "P1M"
        body["descriptors"] = ["displayName": "Flowers", "description": "From the own catalogue"]
        body["items"] = [["SKU": "flowers", "displayName": "Flowers", "description": "A bunch", "price": 4_990]]
        let bought = try purchaseCommerce(body, productID: entry.productID, account: account)
        scene.note("account \(account) bought flowers with \(entry.productID): transaction \(bought.transactionID)")
        return try subscription(bought.originalTransactionID)
    }

    private func commerceBody(about chain: StoreSubscription) -> JSONObject {
        commerceBody(named: "commerce \(chain.originalTransactionID) \(eventCount)")
    }

    /// A request with a reference that the seed and the number of events decide.
    private func commerceBody(named text: String) -> JSONObject {
        var noise = ReceiptNoise(seed: identifiers.seed, text: text)
        return ["requestInfo": ["requestReferenceId": .string(noise.uuid().uuidString.lowercased())]]
    }
}
