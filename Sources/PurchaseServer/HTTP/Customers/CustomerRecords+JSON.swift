import AppStoreModels
import Entitlements
import Foundation

// As the HTTP interface writes what is stored: Apple's names, dates in milliseconds since 1970, no member without a value.

extension CustomerSummary {
    var json: JSONObject {
        var json: JSONObject = ["customer": .string(customer.value), "isAnonymous": .bool(customer.isAnonymous)]
        if found != customer { json[string: "alias"] = found.value }
        json[milliseconds: "createdDate"] = createdDate
        return json
    }
}

extension LevelAccess {
    /// A level that the customer has, by what gives it for longest.
    var json: JSONObject {
        var json: JSONObject = ["level": .string(level.rawValue)]
        json[milliseconds: "expiresDate"] = accessEndDate
        json[string: "productId"] = sources.first?.productID
        json[string: "grant"] = sources.first?.grantID
        return json
    }
}

extension [LedgerCurrency: Int64] {
    /// Sorted by currency.
    var json: JSONValue {
        .array(
            sorted { $0.key.rawValue < $1.key.rawValue }.map { currency, amount in
                .object(["currency": .string(currency.rawValue), "amount": .number(JSONNumber(amount))])
            }
        )
    }
}

extension Grant {
    var json: JSONObject {
        var json: JSONObject = ["grant": .string(grant.id), "level": .string(grant.level.rawValue)]
        json[milliseconds: "startDate"] = grant.startDate
        json[milliseconds: "endDate"] = grant.endDate
        json[string: "reason"] = grant.reason
        json[milliseconds: "madeDate"] = madeDate
        json[string: "actor"] = actor
        json[milliseconds: "revokedDate"] = grant.revokedDate
        return json
    }
}

extension StoredLedgerCall {
    var json: JSONObject {
        var json: JSONObject = ["entry": .string(name)]
        if let change = call.changes.first {
            json[string: "currency"] = change.key.rawValue
            json[integer: "amount"] = change.value
        }
        json[string: "reason"] = call.reference
        json[milliseconds: "madeDate"] = call.date
        json[string: "actor"] = actor
        return json
    }
}

extension AuditEntry {
    var json: JSONObject {
        var json: JSONObject = ["kind": .string(kind.rawValue)]
        json[milliseconds: "date"] = date
        json[string: "actor"] = actor
        json[string: "from"] = from?.value
        json[string: "to"] = to?.value
        json[string: "environment"] = environment?.rawValue
        json[string: "originalTransactionId"] = originalTransactionID
        json[string: "reason"] = reason
        return json
    }
}

extension OwnedPurchase {
    var json: JSONObject {
        [
            "originalTransactionId": .string(originalTransactionID),
            "environment": .string(environment.rawValue),
        ]
    }
}

extension Offering {
    var json: JSONObject {
        var json: JSONObject = ["offering": .string(name), "isCurrent": .bool(isCurrent)]
        json[array: "productIds"] = productIDs.map(JSONValue.string)
        json[object: "metadata"] = metadata
        return json
    }
}
