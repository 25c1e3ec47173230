import AppStoreModels
import Entitlements
import Foundation

// As the HTTP interface writes it: Apple's names, dates in milliseconds since 1970, no member without a value.

extension CustomerStatement {
    var json: JSONObject {
        var json: JSONObject = ["customer": .string(customer.value)]
        json[milliseconds: "date"] = date
        json[array: "entitlements"] = entitlements.map { .object($0.json(counting: countedEnvironments)) }
        json[integer: "pendingUploadCount"] = Int64(pendingUploadCount)
        json[boolean: "isAnonymous"] = customer.isAnonymous
        json[array: "aliases"] = aliases.map { .string($0.value) }
        json[array: "levels"] = access.levels.filter(\.isActive).map { .object($0.json) }
        json["balances"] = balances.json
        json[string: "managementUrl"] = managementURL?.absoluteString
        json[string: "billingUrl"] = billingURL?.absoluteString
        return json
    }
}

extension Entitlement {
    /// - Parameter environments: The App Stores whose purchases count for the customer; others give nothing.
    func json(counting environments: Set<AppStoreEnvironment>) -> JSONObject {
        let isCounted = environments.contains(environment) || !isEntitled
        var json: JSONObject = [
            "productId": .string(productID), "state": .string(state.rawValue),
            "isEntitled": .bool(isEntitled && isCounted),
            "reason": .string((isCounted ? reason : .sandboxNotCounted).rawValue),
        ]
        json[string: "phase"] = phase?.rawValue
        if !conditions.isEmpty { json["conditions"] = .array(conditions.map { .string($0.rawValue) }) }
        json[milliseconds: "accessEndDate"] = accessEndDate
        json[milliseconds: "expiresDate"] = expiresDate
        json[string: "originalTransactionId"] = originalTransactionID
        json[string: "transactionId"] = transactionID
        json[string: "environment"] = environment.rawValue
        json[string: "type"] = productType?.rawValue
        json[integer: "quantity"] = Int64(quantity)
        json[milliseconds: "purchaseDate"] = purchaseDate
        json[milliseconds: "revocationDate"] = revocationDate
        json[integer: "autoRenewStatus"] = willAutoRenew.map { $0 ? 1 : 0 }
        json[string: "autoRenewProductId"] = autoRenewProductID
        json[string: "subscriptionGroupIdentifier"] = subscriptionGroupID
        json[string: "inAppOwnershipType"] = inAppOwnershipType?.rawValue
        json[string: "bundleId"] = bundleID
        return json
    }
}
