public import AppStoreModels
public import Foundation
public import LocalAppStore

/// A customer's request for a refund in a running store.
public struct RefundRequestRecord: StoreRecord {
    public static let listName = "refundRequests"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The purchase.
    public var transactionID: String? { json[string: "transactionId"] }
    /// Whose it is.
    public var account: String? { json[string: "account"] }
    /// Why, in Apple's words.
    public var reason: String? { json[string: "consumptionRequestReason"] }
    /// How the store decides.
    public var decision: StoreRefundDecision? {
        json[string: "decision"].map(StoreRefundDecision.init(rawValue:))
    }
    /// Until when the developer is heard, in store time.
    public var deadline: Date? { json[milliseconds: "deadlineDate"] }
    /// Whether it was granted; nil while that is open.
    public var isGranted: Bool? { json[boolean: "isGranted"] }
    /// What the developer prefers; nil if there is no answer, or no preference in it.
    public var refundPreference: StoreRefundPreference? {
        json[object: "consumption"]?[string: "refundPreference"].map(StoreRefundPreference.init(rawValue:))
    }
}
