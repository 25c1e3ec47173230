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
    /// What the customer has after it.
    var entitlements: [Entitlement] = []
    /// How many of them it shows.
    var shownEntitlementLimit = Self.maximumEntitlements
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
            json["entitlements"] = .array(shownEntitlements.map { .object($0.json) })
            if entitlements.count > shownEntitlementLimit {
                json[integer: "entitlementCount"] = Int64(entitlements.count)
            }
        }
        return json
    }

    /// How many entitlements an event shows at most.
    static let maximumEntitlements = 100

    /// All, or of very many those that matter most: what the event is about, then what gives access, then the newest.
    private var shownEntitlements: [Entitlement] {
        guard entitlements.count > shownEntitlementLimit else { return entitlements }
        let ranked = entitlements.sorted { left, right in
            let own = (left.isAbout(chain), right.isAbout(chain))
            if own.0 != own.1 { return own.0 }
            if left.isEntitled != right.isEntitled { return left.isEntitled }
            return left.purchaseDate > right.purchaseDate
        }
        return Array(ranked.prefix(shownEntitlementLimit))
    }
}

extension Entitlement {
    fileprivate func isAbout(_ chain: ChainKey?) -> Bool {
        chain?.originalTransactionID == originalTransactionID && chain?.environment == environment
    }
}
