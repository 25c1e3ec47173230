import AppStoreModels
import Entitlements
import Foundation

/// What an event of RevenueCat's webhooks is made of.
package struct RevenueCatEventSource: Sendable {
    /// The event in our own words.
    let event: JSONObject
    /// The customer; nil if the purchase is nobody's.
    let subscriber: SubscriberRecord?
    /// What is known of the purchase.
    let facts: PurchaseFacts
}

extension PurchaseDatabase {
    /// A delivery with what is needed to tell it in RevenueCat's words.
    static func completed(_ delivery: DueDelivery, in database: StorageDatabase) throws -> DueDelivery {
        // A notification that is forwarded stays as it came.
        guard let event = (try? JSONValue(parsing: delivery.body))?.object, let type = event[string: "type"],
            event["signedPayload"] == nil, !type.isEmpty
        else { return delivery }
        let chain = event[string: "originalTransactionId"].map { identifier in
            ChainKey(
                environment: AppStoreEnvironment(rawValue: event[string: "environment"] ?? ""),
                originalTransactionID: identifier
            )
        }
        var delivery = delivery
        delivery.source = RevenueCatEventSource(
            event: event,
            subscriber: try event[string: "customer"].flatMap(CustomerID.init)
                .map { try subscriber($0, countsCredits: true, in: database) },
            facts: try chain.map { try facts(of: $0, in: database) } ?? PurchaseFacts()
        )
        return delivery
    }
}
