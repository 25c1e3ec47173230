public import AppStoreModels

/// A page of a transaction history or a refund history, every transaction verified.
public struct TransactionPage: ServerAPIPage {
    /// The environment that knew the customer.
    public let environment: AppStoreEnvironment
    /// The transactions, at most 20.
    public let transactions: [Verified<TransactionPayload>]
    /// Where the next page begins, and later what is new or has changed; nil in version 1 of the refund history.
    public let revision: String?
    /// Whether there are more pages now.
    public let hasMore: Bool
    /// The answer as it came, with the signed transactions themselves.
    public let json: JSONObject

    public var position: String? { revision }
}

extension TransactionPage {
    init(_ answer: VerifiedAnswer) throws(ServerAPIError) {
        json = answer.json
        environment = answer.environment
        revision = answer.json[string: "revision"]
        hasMore = answer.json[boolean: "hasMore"] ?? false
        transactions = try answer.transactions("signedTransactions")
    }
}

/// What belongs to the order number of a customer's invoice.
public struct OrderLookup: Sendable {
    /// Whether the App Store knows the order (status 0).
    public let isValid: Bool
    /// What was bought with it, every transaction verified.
    public let transactions: [Verified<TransactionPayload>]
    /// The answer as it came.
    public let json: JSONObject

    init(_ answer: VerifiedAnswer) throws(ServerAPIError) {
        json = answer.json
        isValid = try answer.required("status", answer.json[integer: "status"]) == 0
        transactions = try answer.transactions("signedTransactions")
    }
}
