import AppStoreModels
import Foundation

extension OutgoingNotification {
    /// About how many bytes its line in the log has.
    var byteCount: Int { signedPayload.utf8.count + 300 + 90 * attempts.count }

    /// The notification as the control interface and the log write it.
    var json: JSONValue {
        var json: JSONObject = ["notificationUUID": .string(id), "notificationType": .string(type.rawValue)]
        json["subtype"] = (subtype?.rawValue).map(JSONValue.string)
        json[milliseconds: "date"] = date
        json["eventSequence"] = eventNumber.map { .number(JSONNumber($0)) }
        json["signedPayload"] = .string(signedPayload)
        json["isDelivered"] = .bool(isDelivered)
        json["sendAttempts"] = sendAttempts
        json[milliseconds: "nextAttemptDate"] = nextAttempt
        return .object(json)
    }

    /// The attempts as Apple's notification history has them.
    var sendAttempts: JSONValue {
        .array(
            attempts.map { attempt in
                var json: JSONObject = [:]
                json[milliseconds: "attemptDate"] = attempt.date
                json["sendAttemptResult"] = .string(attempt.result.rawValue)
                return .object(json)
            }
        )
    }

    /// A notification as it was written; nil if it is none.
    ///
    /// - Parameter payload: Its signed payload, if that was lifted out before.
    init?(json: JSONObject, signedPayload payload: String? = nil) {
        guard
            let id = json[string: "notificationUUID"],
            let type = json[string: "notificationType"],
            let date = json[milliseconds: "date"],
            let signedPayload = payload ?? json[string: "signedPayload"]
        else { return nil }
        self.init(
            id: id,
            type: NotificationType(rawValue: type),
            subtype: json[string: "subtype"].map(NotificationSubtype.init(rawValue:)),
            date: date,
            signedPayload: signedPayload,
            eventNumber: json[integer: "eventSequence"].flatMap(Int.init(exactly:))
        )
        attempts = (json[array: "sendAttempts"] ?? []).compactMap { value in
            guard
                let attempt = value.object,
                let date = attempt[milliseconds: "attemptDate"],
                let result = attempt[string: "sendAttemptResult"]
            else { return nil }
            return Attempt(date: date, result: NotificationSendResult(rawValue: result))
        }
        nextAttempt = json[milliseconds: "nextAttemptDate"]
    }
}
