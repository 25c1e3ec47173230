public import AppStoreModels
public import Foundation
public import LocalAppStore

/// What a purchase came to: its transaction, or the attempt that waits or was declined.
public struct PurchaseRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The transaction; nil if there is none yet.
    public var transaction: TransactionRecord? { isAttempt ? nil : TransactionRecord(json: json) }
    /// The attempt that did not go straight through.
    public var attempt: AttemptRecord? { isAttempt ? AttemptRecord(json: json) : nil }

    /// Attempts have a status; those that were completed name their transaction, too.
    private var isAttempt: Bool { json["transactionId"] == nil || json["status"] != nil }
}

/// A purchase that did not go straight through.
public struct AttemptRecord: StoreRecord {
    public static let listName = "attempts"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// By what it is approved, declined or resolved.
    public var id: String? { json[string: "id"] }
    /// Whether it waits, failed, or was completed, by the names of `PurchaseAttempt.Status`.
    public var status: String? { json[string: "status"] }
    /// What was to be bought.
    public var productID: String? { json[string: "productId"] }
    /// Who buys.
    public var account: String? { json[string: "account"] }
    /// When it began.
    public var date: Date? { json[milliseconds: "date"] }
    /// Why it failed.
    public var failure: PurchaseFailure? { json[string: "failure"].map(PurchaseFailure.init(rawValue:)) }
    /// Why it failed, for a person.
    public var reason: String? { json[string: "reason"] }
    /// The transaction that it became.
    public var transactionID: String? { json[string: "transactionId"] }
}
