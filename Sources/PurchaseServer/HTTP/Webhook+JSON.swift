import AppStoreModels
import Foundation

extension WebhookEndpoint {
    /// As the HTTP interface writes it, without the secret.
    var json: JSONObject {
        var json: JSONObject = ["id": .string(identifier), "address": .string(address)]
        json["types"] = types.map { .array($0.map(\.rawValue).sorted().map(JSONValue.string)) } ?? .null
        json["environment"] = environment.map { .string($0.rawValue) } ?? .null
        json["isEnabled"] = .bool(isEnabled)
        json["forwardsNotifications"] = .bool(forwardsNotifications)
        json["shape"] = .string(shape.rawValue)
        json[milliseconds: "createdDate"] = createdDate
        return json
    }
}

extension WebhookDelivery {
    /// As the HTTP interface writes it.
    var json: JSONObject {
        var json = JSONObject()
        json[integer: "id"] = identifier
        json[string: "eventId"] = event
        json[string: "type"] = type
        json[string: "state"] = state.rawValue
        json[integer: "attemptCount"] = Int64(attempts)
        json[milliseconds: "nextAttemptDate"] = nextAttempt
        json[integer: "lastStatus"] = lastStatus.map(Int64.init)
        json[string: "lastFailure"] = lastFailure
        return json
    }
}

extension WebhookAttempt {
    /// As the HTTP interface writes it.
    var json: JSONObject {
        var json = JSONObject()
        json[milliseconds: "date"] = date
        json[integer: "status"] = status.map(Int64.init)
        json[string: "failure"] = failure
        return json
    }
}
