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
        object[array: "subscription_timeline"] = chains.map { .object(self.object(of: $0)) }
        return object
    }

    /// What most programs ask for.
    static func summary(of receipt: AppReceipt) -> JSONObject {
        var object = JSONObject()
        object[string: "environment"] = receipt.environment?.rawValue
        object[string: "bundle_id"] = receipt.bundleID
        object[string: "app_version"] = receipt.appVersion
        object[string: "creation_date"] = RFC3339.string(from: receipt.creationDate)
        object[string: "expiration_date"] = receipt.expirationDate.map(RFC3339.string)
        object[string: "original_app_version"] = receipt.originalAppVersion
        object[string: "signature_digest"] = receipt.signatureDigest.rawValue
        object[array: "in_app"] = receipt.inAppPurchases.map { .object(summary(of: $0)) }
        return object
    }

    private static func summary(of record: InAppPurchaseRecord) -> JSONObject {
        var object = JSONObject()
        object[string: "product_id"] = record.productID
        object[integer: "quantity"] = record.quantity
        object[string: "transaction_id"] = record.transactionID
        object[string: "original_transaction_id"] = record.originalTransactionID
        object[string: "product_kind"] = record.productKind?.description
        object[string: "purchase_date"] = RFC3339.string(from: record.purchaseDate)
        object[string: "expires_date"] = record.expiresDate.map(RFC3339.string)
        object[string: "cancellation_date"] = record.cancellationDate.map(RFC3339.string)
        object[boolean: "is_trial_period"] = record.isTrialPeriod
        object[boolean: "is_in_intro_offer_period"] = record.isInIntroOfferPeriod
        return object
    }

    private static func object(of chain: SubscriptionTimeline.Chain) -> JSONObject {
        var object: JSONObject = ["original_transaction_id": .string(chain.originalTransactionID)]
        object[array: "spans"] = chain.spans.map { span in
            .object([
                "kind": .string(span.kind.rawValue), "product_id": .string(span.productID),
                "begin": .string(RFC3339.string(from: span.begin)), "end": .string(RFC3339.string(from: span.end)),
                "periods": .number(JSONNumber(span.periods)),
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
