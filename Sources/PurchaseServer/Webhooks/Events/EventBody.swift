import AppStoreModels
import Entitlements
import Foundation

/// The JSON object of an event.
struct EventBody {
    let identifier: String
    let type: PurchaseEventType
    let createdDate: Date
    var chain: ChainKey?
    var customer: CustomerID?
    /// What was told before, if it was another product.
    var previousProductID: String?
    var standing: PurchaseStanding?
    /// The newest transaction of the chain, if it is about an earlier one.
    var latestTransactionID: String?
    /// What the customer has after it, or what of that it shows.
    var entitlements: [Entitlement] = []
    /// The App Stores whose purchases count for the customer.
    var countedEnvironments = SandboxRule.nobody.environments
    /// How many the customer has, where it does not show all.
    var entitlementCount: Int?
    /// Members that only events of this type have.
    var details = JSONObject()

    var json: JSONObject {
        var json: JSONObject = ["id": .string(identifier), "type": .string(type.rawValue)]
        json[milliseconds: "createdDate"] = createdDate
        json[string: "customer"] = customer?.value
        json[string: "environment"] = chain?.environment.rawValue
        json[string: "originalTransactionId"] = chain?.originalTransactionID
        if let standing {
            json[string: "transactionId"] = standing.transactionID
            json[string: "latestTransactionId"] = latestTransactionID
            json[string: "bundleId"] = standing.bundleID
            json[string: "productId"] = standing.productID
            if previousProductID != standing.productID { json[string: "previousProductId"] = previousProductID }
            json[string: "productType"] = standing.productType?.rawValue
            json[string: "state"] = standing.state.rawValue
            json[string: "reason"] = standing.reason.rawValue
            json[milliseconds: "purchaseDate"] = standing.purchaseDate
            json[milliseconds: "expiresDate"] = standing.expiresDate
            json[integer: "autoRenewStatus"] = standing.willAutoRenew.map { $0 ? 1 : 0 }
            json[string: "autoRenewProductId"] = standing.autoRenewProductID
        }
        for (name, value) in details.members { json[name] = value }
        if customer != nil {
            json["entitlements"] = .array(entitlements.map { .object($0.json(counting: countedEnvironments)) })
            json[integer: "entitlementCount"] = entitlementCount.map(Int64.init)
        }
        return json
    }
}
