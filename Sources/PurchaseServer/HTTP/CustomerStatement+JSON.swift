import AppStoreModels
import Entitlements
import Foundation

extension CustomerStatement {
    /// The statement as the HTTP interface writes it.
    var json: JSONObject {
        [
            "customer": .string(customer.value),
            "as_of": .string(RFC3339.stringWithMilliseconds(from: date)),
            "entitlements": .array(entitlements.map { .object($0.json) }),
            "pending_uploads": .number(JSONNumber(Int64(pendingUploads))),
        ]
    }
}

extension Entitlement {
    /// The entitlement as the HTTP interface writes it; members without a value are left out.
    var json: JSONObject {
        var json: JSONObject = [
            "product_id": .string(productID),
            "state": .string(state.rawValue),
            "is_entitled": .bool(isEntitled),
            "reason": .string(reason.rawValue),
        ]
        json.add(expiresDate, as: "expires_date")
        json[string: "original_transaction_id"] = originalTransactionID
        json[string: "transaction_id"] = transactionID
        json[string: "environment"] = environment.rawValue
        json[string: "product_type"] = productType?.rawValue
        json[integer: "quantity"] = Int64(quantity)
        json.add(purchaseDate, as: "purchase_date")
        json.add(revocationDate, as: "revocation_date")
        json[boolean: "will_auto_renew"] = willAutoRenew
        json[string: "auto_renew_product_id"] = autoRenewProductID
        json[string: "subscription_group_id"] = subscriptionGroupID
        json[string: "in_app_ownership_type"] = inAppOwnershipType?.rawValue
        json[string: "bundle_id"] = bundleID
        return json
    }
}

extension JSONObject {
    /// A date as text and as milliseconds since 1970.
    fileprivate mutating func add(_ date: Date?, as key: String) {
        guard let date else { return }
        self[string: key] = RFC3339.string(from: date)
        self[milliseconds: key + "_ms"] = date
    }
}
