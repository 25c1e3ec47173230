import AppStoreModels
import LocalAppStore

extension StoreRefundRequest {
    var json: JSONValue {
        var json: JSONObject = [
            "transactionId": .string(transactionID), "account": .string(accountID),
            "consumptionRequestReason": .string(reason), "decision": .string(decision.rawValue),
        ]
        json[milliseconds: "date"] = date
        json[milliseconds: "deadlineDate"] = deadline
        json["consumption"] = answer?.json
        json["isGranted"] = isGranted.map(JSONValue.bool)
        json[milliseconds: "decisionDate"] = decisionDate
        return .object(json)
    }
}

extension StoreConsumptionAnswer {
    /// With the members of the call by which it came; the delivery status is a word in both versions.
    var json: JSONValue {
        var json: JSONObject = [
            "version": .number(JSONNumber(version)), "deliveryStatus": .string(deliveryStatus),
            "sampleContentProvided": .bool(sampleContentProvided),
        ]
        json["refundPreference"] = (refundPreference?.rawValue).map(JSONValue.string)
        json["consumptionPercentage"] = consumptionPercentage.map { .number(JSONNumber($0)) }
        for (name, value) in (details ?? [:]).sorted(by: { $0.key < $1.key }) {
            json[name] = .number(JSONNumber(value))
        }
        return .object(json)
    }
}

extension MassExtension {
    var json: JSONValue {
        var json: JSONObject = [
            "requestIdentifier": .string(requestIdentifier), "productId": .string(productID),
            "extendByDays": .number(JSONNumber(extendByDays)),
            "extendReasonCode": .number(JSONNumber(extendReasonCode)),
            "succeededCount": .number(JSONNumber(succeededCount)), "failedCount": .number(JSONNumber(failedCount)),
        ]
        json["storefrontCountryCodes"] = storefrontCountryCodes.map { .array($0.map(JSONValue.string)) }
        json[milliseconds: "completeDate"] = completeDate
        return .object(json)
    }
}
