import AppStoreModels
import Foundation
import LocalAppStore

extension StoreRetentionMessage {
    /// The message as the control interface shows it.
    func json(at date: Date) -> JSONObject {
        var json = content.json
        json["messageIdentifier"] = .string(id.uuidString.lowercased())
        json["messageState"] = .string(review.state(at: date).rawValue)
        json[milliseconds: "uploadDate"] = review.uploadDate
        json[milliseconds: "approvalDate"] = review.approvalDate
        return json
    }
}

extension StoreRetentionImage {
    /// The image as the control interface shows it.
    func json(at date: Date) -> JSONObject {
        var json: JSONObject = [
            "imageIdentifier": .string(id.uuidString.lowercased()),
            "imageState": .string(review.state(at: date).rawValue), "imageSize": .string(size.rawValue),
            "width": .number(JSONNumber(content.width)), "height": .number(JSONNumber(content.height)),
            "byteCount": .number(JSONNumber(content.byteCount)), "digest": .string(content.digest),
        ]
        json[milliseconds: "uploadDate"] = review.uploadDate
        json[milliseconds: "approvalDate"] = review.approvalDate
        return json
    }
}

extension DefaultRetentionMessage {
    /// The default as the control interface shows it.
    var json: JSONObject {
        [
            "productId": .string(productID), "locale": .string(locale),
            "messageIdentifier": .string(messageID.uuidString.lowercased()),
        ]
    }
}

extension RetentionSheet {
    /// What the customer sees, with the message's texts.
    func json(in store: LocalAppStore) -> JSONObject {
        var json: JSONObject = [
            "originalTransactionId": .string(originalTransactionID), "userLocale": .string(locale),
            "source": .string(source.rawValue),
        ]
        json[milliseconds: "date"] = date
        json[string: "requestIdentifier"] = requestIdentifier?.uuidString.lowercased()
        let message = messageID.flatMap { id in store.retentionMessages.first { $0.id == id } }
        json["message"] = message.map { .object($0.json(at: store.now)) }
        json[string: "alternateProductId"] = offer?.alternateProductID
        if let promotion = offer?.promotion {
            json["promotionalOffer"] = [
                "productId": .string(promotion.productID),
                "offerIdentifier": (promotion.offer?.identifier).map(JSONValue.string) ?? .null,
            ]
        }
        if let failure {
            json["failure"] = [
                "rule": .string(failure.code.rawValue), "message": .string(failure.reason),
                "sendAttemptResult": .string(failure.sendAttemptResult),
            ]
        }
        return json
    }
}
