public import AppStoreModels
public import Foundation
public import LocalAppStore

/// A subscription of a running store, as it is now.
///
/// It has the properties of `RenewalInfoPayload`, as far as the store says them before it signs, and those below.
@dynamicMemberLookup
public struct SubscriptionRecord: StoreRecord {
    public static let listName = "subscriptions"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// What Apple's signed renewal information says, too.
    public subscript<Value>(dynamicMember member: KeyPath<RenewalInfoPayload, Value>) -> Value {
        RenewalInfoPayload(json: json)[keyPath: member]
    }

    /// Whose it is.
    public var account: String? { json[string: "account"] }
    /// Whether it is active, has ended, or waits for money.
    public var status: SubscriptionStatusCode? { json.number("status").map(SubscriptionStatusCode.init(rawValue:)) }
    /// The transaction of its period.
    public var latestTransactionID: String? { json[string: "latestTransactionId"] }
    /// When its period ends.
    public var expiresDate: Date? { json[milliseconds: "expiresDate"] }
    /// The group of which one subscription can be had at a time.
    public var groupID: String? { json[string: "subscriptionGroupIdentifier"] }
    /// Until when a failed renewal is tried again.
    public var billingRetryEndDate: Date? { json[milliseconds: "billingRetryEndDate"] }
    /// When the store charges what could not be charged, now that it can; nil if it cannot, or nothing is owed.
    public var nextChargeDate: Date? { json[milliseconds: "nextChargeDate"] }
    /// How often it has renewed.
    public var renewalCount: Int? { json.number("renewalCount") }
    /// The purchaser's subscription, of one that came by Family Sharing.
    public var sharedOriginalTransactionID: String? { json[string: "sharedOriginalTransactionId"] }
    /// The higher price that the customer was told of; nil for none.
    public var increasedPrice: StorePrice? { json[object: "priceIncrease"].flatMap(StorePrice.init(json:)) }
}
