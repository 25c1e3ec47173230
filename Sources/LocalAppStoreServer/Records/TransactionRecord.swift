public import AppStoreModels
public import LocalAppStore

/// A transaction of a running store.
///
/// It has the properties of `TransactionPayload`, as far as the store says them before it signs, and those below.
@dynamicMemberLookup
public struct TransactionRecord: StoreRecord {
    public static let listName = "transactions"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// What Apple's signed transactions say, too.
    public subscript<Value>(dynamicMember member: KeyPath<TransactionPayload, Value>) -> Value {
        TransactionPayload(json: json)[keyPath: member]
    }

    /// Whose it is.
    public var account: String? { json[string: "account"] }
    /// Whether the app has finished it.
    public var isFinished: Bool? { json[boolean: "isFinished"] }
    /// The purchaser's transaction, of one that came by Family Sharing.
    public var sharedTransactionID: String? { json[string: "sharedTransactionId"] }
    /// What was paid back of it because of an upgrade.
    public var proratedRefund: StorePrice? { json[object: "proratedRefund"].flatMap(StorePrice.init(json:)) }
    /// The number of the customer's order.
    public var orderID: String? { json[string: "orderId"] }
}
