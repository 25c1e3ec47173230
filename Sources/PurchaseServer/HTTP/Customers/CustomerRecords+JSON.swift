import AppStoreModels
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

extension CustomerLevel {
    var json: JSONObject {
        var json: JSONObject = ["level": .string(level)]
        json[milliseconds: "expiresDate"] = expiresDate
        json[string: "productId"] = productID
        json[string: "grant"] = grant
        return json
    }
}

extension CurrencyBalance {
    var json: JSONObject { ["currency": .string(currency), "amount": .number(JSONNumber(amount))] }
}

extension Grant {
    var json: JSONObject {
        var json: JSONObject = ["grant": .string(name), "level": .string(level)]
        json[milliseconds: "startDate"] = start
        json[milliseconds: "endDate"] = end
        json[string: "reason"] = reason
        json[milliseconds: "madeDate"] = madeDate
        json[string: "actor"] = actor
        json[milliseconds: "revokedDate"] = revokedDate
        return json
    }
}

extension BalanceEntry {
    var json: JSONObject {
        var json: JSONObject = ["entry": .string(name), "currency": .string(currency)]
        json[integer: "amount"] = amount
        json[string: "reason"] = reason
        json[milliseconds: "madeDate"] = madeDate
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
