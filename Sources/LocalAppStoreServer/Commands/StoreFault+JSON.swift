package import AppStoreModels
package import LocalAppStore

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
        json[string: "call"] = parameters.call
        json["rate"] = parameters.rate.flatMap { JSONNumber(text: "\($0)").map(JSONValue.number) }
        json["errorCode"] = parameters.errorCode.map { .number(JSONNumber($0)) }
        json["status"] = parameters.status.map { .number(JSONNumber($0)) }
        json[string: "body"] = parameters.body?.rawValue
        json["isRetryable"] = parameters.isRetryable.map(JSONValue.bool)
        json["attemptCount"] = parameters.attempts.map { .number(JSONNumber($0)) }
        json[string: "result"] = parameters.result
        return .object(json)
    }

    /// The fault as it is asked for.
    var body: JSONObject {
        var body = json.object ?? [:]
        body["id"] = nil
        return body
    }

    init(body: JSONObject) throws(RequestError) {
        try body.allowOnly([
            "kind", "times", "account", "productId", "seconds", "failure", "storefront", "otherAccount", "environment",
            "call", "rate", "errorCode", "status", "body", "isRetryable", "attemptCount", "result",
        ])
        self.init(
            Kind(rawValue: try body.required("kind")),
            times: try body.optionalInteger("times"),
            accountID: try body.optionalText("account"),
            productID: try body.optionalText("productId"),
            parameters: try Parameters(body)
        )
    }
}

extension StoreFault.Parameters {
    init(_ json: JSONObject) throws(RequestError) {
        let number = { (value: JSONValue) in
            if case .number(let number) = value { number.double } else { nil as Double? }
        }
        self.init(
            seconds: try json.optional("seconds", "number", number),
            failure: try json.optionalText("failure").map(PurchaseFailure.init(rawValue:)),
            storefront: try json.optionalText("storefront"),
            otherAccountID: try json.optionalText("otherAccount"),
            environment: try json.optionalText("environment").map(AppStoreEnvironment.init(rawValue:)),
            call: try json.optionalText("call"),
            rate: try json.optional("rate", "number", number),
            errorCode: try json.optionalInteger("errorCode"),
            status: try json.optionalInteger("status"),
            body: try json.optionalText("body").map(StoreFault.AnswerBody.init(rawValue:)),
            isRetryable: try json.optionalFlag("isRetryable"),
            attempts: try json.optionalInteger("attemptCount"),
            result: try json.optionalText("result")
        )
    }
}

extension StoreFault.Kind {
    /// What there is to know for who offers a choice of faults.
    var json: JSONValue {
        let parameters = parameterNames.map { $0 == "otherAccountID" ? "otherAccount" : $0 }
        var json: JSONObject = [
            "kind": .string(rawValue), "parameters": .array(parameters.map(JSONValue.string)),
            "isAboutProduct": .bool(isAboutProduct), "isAboutAccount": .bool(isAboutAccount),
            "isAboutServers": .bool(isAboutServers), "isCounted": .bool(isCounted),
        ]
        json["bug"] = StoreFault.KnownBug(self)?.json
        return .object(json)
    }
}

extension StoreFault.KnownBug {
    /// What is known of it.
    package var json: JSONValue {
        ["releases": .string(releases), "symptom": .string(symptom), "advice": .string(advice)]
    }
}
