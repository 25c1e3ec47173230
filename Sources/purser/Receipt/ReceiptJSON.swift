import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation

/// A receipt as JSON for programs: first what most ask for, then every attribute as it stands in the receipt.
enum ReceiptJSON {
    /// The receipt with all its attributes.
    static func object(of receipt: AppReceipt) -> JSONObject {
        var object = summary(of: receipt)
        let attributes = receipt.attributes.filter { $0.type != .inAppPurchase }
        object[array: "attributes"] = attributes.map { .object(self.object(of: $0)) }
        object[array: "purchases"] = receipt.inAppPurchases.map { purchase in
            .array(purchase.attributes.map { .object(self.object(of: $0)) })
        }
        let chains = SubscriptionTimeline(receipt.inAppPurchases).chains
        object[array: "subscriptionTimeline"] = chains.map { .object(self.object(of: $0)) }
        return object
    }

    /// What most programs ask for.
    static func summary(of receipt: AppReceipt) -> JSONObject {
        var object = JSONObject()
        object[string: "environment"] = receipt.environment?.rawValue
        object[string: "bundleId"] = receipt.bundleID
        object[string: "applicationVersion"] = receipt.appVersion
        object[milliseconds: "receiptCreationDate"] = receipt.creationDate
        object[milliseconds: "expirationDate"] = receipt.expirationDate
        object[string: "originalApplicationVersion"] = receipt.originalAppVersion
        object[string: "receiptDigest"] = receipt.signatureDigest.rawValue
        object[array: "inApp"] = receipt.inAppPurchases.map { .object(summary(of: $0)) }
        return object
    }

    private static func summary(of record: InAppPurchaseRecord) -> JSONObject {
        var object = JSONObject()
        object[string: "productId"] = record.productID
        object[integer: "quantity"] = record.quantity
        object[string: "transactionId"] = record.transactionID
        object[string: "originalTransactionId"] = record.originalTransactionID
        object[string: "productKind"] = record.productKind?.description
        object[milliseconds: "purchaseDate"] = record.purchaseDate
        object[milliseconds: "expiresDate"] = record.expiresDate
        object[milliseconds: "revocationDate"] = record.cancellationDate
        object[boolean: "isTrialPeriod"] = record.isTrialPeriod
        object[boolean: "isInIntroOfferPeriod"] = record.isInIntroOfferPeriod
        return object
    }

    private static func object(of chain: SubscriptionTimeline.Chain) -> JSONObject {
        var object: JSONObject = ["originalTransactionId": .string(chain.originalTransactionID)]
        object[array: "spans"] = chain.spans.map { span in
            .object([
                "kind": .string(span.kind.rawValue), "productId": .string(span.productID),
                "startDate": .number(JSONNumber(span.begin.millisecondsSince1970)),
                "endDate": .number(JSONNumber(span.end.millisecondsSince1970)),
                "periodCount": .number(JSONNumber(span.periods)),
            ])
        }
        return object
    }

    private static func object(of attribute: ReceiptAttribute) -> JSONObject {
        var object: JSONObject = [
            "type": .number(JSONNumber(attribute.type.rawValue)), "name": .string(attribute.name),
        ]
        if attribute.version != 1 { object[integer: "version"] = attribute.version }
        object["value"] = value(of: attribute)
        return object
    }

    private static func value(of attribute: ReceiptAttribute) -> JSONValue {
        switch attribute.value {
        case .text(let text): .string(text)
        case .integer(let number): .number(JSONNumber(number))
        case .date(let date): .string(RFC3339.string(from: date))
        case .empty: .null
        case .bytes, .purchase: .string(attribute.rawValue.base64EncodedString())
        }
    }
}
