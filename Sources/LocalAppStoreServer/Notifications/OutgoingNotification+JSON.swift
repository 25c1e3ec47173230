import AppStoreModels
import Foundation

extension OutgoingNotification {
    /// About how many bytes its line in the log has.
    var byteCount: Int { signedPayload.utf8.count + contentByteCount + 400 + 90 * attempts.count }

    /// About how many bytes the content of version 1 has: nearly all of it is a receipt.
    private var contentByteCount: Int {
        guard let receipt = content?[object: "unified_receipt"] else { return 0 }
        let purchases = receipt[array: "latest_receipt_info"]?.count ?? 0
        return (receipt[string: "latest_receipt"]?.utf8.count ?? 0) + 1_200 * (purchases + 1)
    }

    /// The notification as the control interface and the log write it.
    var json: JSONValue {
        var json: JSONObject = ["notificationUUID": .string(id), "notificationType": .string(type.rawValue)]
        json["subtype"] = (subtype?.rawValue).map(JSONValue.string)
        json[milliseconds: "date"] = date
        json["eventSequence"] = eventNumber.map { .number(JSONNumber($0)) }
        json["version"] = .number(JSONNumber(version.rawValue))
        json[string: "account"] = accountID
        json[string: "transactionId"] = transactionID
        json[string: "originalTransactionId"] = originalTransactionID
        if let content { json["content"] = .object(content) } else { json["signedPayload"] = .string(signedPayload) }
        json["isDelivered"] = .bool(isDelivered)
        json["sendAttempts"] = sendAttempts
        json[milliseconds: "nextAttemptDate"] = nextAttempt
        return .object(json)
    }

    /// The notification as the log has it: with what faults do to it.
    var logJSON: JSONValue {
        guard var json = self.json.object else { return self.json }
        if lostAttempts > 0 { json["lostAttempts"] = .number(JSONNumber(lostAttempts)) }
        json[string: "lostResult"] = lostResult?.rawValue
        if isDuplicated { json["isDuplicated"] = true }
        if isOvertaken { json["isOvertaken"] = true }
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
            let signedPayload = payload ?? json[string: "signedPayload"] ?? json[object: "content"].map({ _ in "" })
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
        content = json[object: "content"]
        accountID = json[string: "account"]
        transactionID = json[string: "transactionId"]
        originalTransactionID = json[string: "originalTransactionId"]
        lostAttempts = json[integer: "lostAttempts"].flatMap(Int.init(exactly:)) ?? 0
        lostResult = json[string: "lostResult"].map(NotificationSendResult.init(rawValue:))
        isDuplicated = json[boolean: "isDuplicated"] ?? false
        isOvertaken = json[boolean: "isOvertaken"] ?? false
    }
}
