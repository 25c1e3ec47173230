import AppStoreModels
import LocalAppStore

extension StoreFault {
    /// The fault as the control interface writes it, with the names that it takes.
    var json: JSONValue {
        var json: JSONObject = ["id": .string(id), "kind": .string(kind.rawValue)]
        json["times"] = remaining.map { .number(JSONNumber($0)) } ?? .null
        json[string: "account"] = accountID
        json[string: "productId"] = productID
        json["seconds"] = parameters.seconds.flatMap { JSONNumber(text: "\($0)").map(JSONValue.number) }
        json[string: "failure"] = parameters.failure?.rawValue
        json[string: "storefront"] = parameters.storefront
        json[string: "otherAccount"] = parameters.otherAccountID
        json[string: "environment"] = parameters.environment?.rawValue
        return .object(json)
    }
}

extension StoreFault.Kind {
    /// What there is to know for who offers a choice of faults.
    var json: JSONValue {
        let parameters = parameterNames.map { $0 == "otherAccountID" ? "otherAccount" : $0 }
        return [
            "kind": .string(rawValue), "parameters": .array(parameters.map(JSONValue.string)),
            "isAboutProduct": .bool(isAboutProduct), "isCounted": .bool(isCounted),
        ]
    }
}
