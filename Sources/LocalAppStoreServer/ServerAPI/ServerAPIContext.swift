import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What all routes of the App Store Server API need.
struct ServerAPIContext: Sendable {
    /// How many elements a page has.
    static let pageSize = 20

    let store: LocalAppStore
    let notifications: NotificationDelivery
    let limit: Int

    /// The members with which answers say whose they are.
    var identity: JSONObject {
        var json: JSONObject = [
            "environment": .string(store.environment.rawValue), "bundleId": .string(store.app.bundleID),
        ]
        if store.environment == .production { json["appAppleId"] = .number(JSONNumber(store.app.appAppleID)) }
        return json
    }

    /// The customer to whom a transaction identifier, or the identifier of the app's own transaction, belongs.
    ///
    /// - Throws: 4000006 for what is no identifier, 4040010 for one that is not here.
    func account(of id: String) throws(ServerAPIError) -> String {
        if let account = store.account(appTransactionID: id) { return account.id }
        return try transaction(id).accountID
    }

    /// A transaction by its identifier.
    ///
    /// - Throws: 4000006, 4000048 for the identifier of the app's own transaction, 4040010
    func transaction(_ id: String) throws(ServerAPIError) -> StoreTransaction {
        guard Self.isIdentifier(id) else { throw .invalidTransactionID }
        guard let transaction = try? store.transaction(id) else {
            throw store.account(appTransactionID: id) == nil ? .transactionNotFound : .appTransactionNotSupported
        }
        let isLate: Bool
        do {
            isLate = try store.strikeLate(transaction)
        } catch {
            throw ServerAPIError(error)
        }
        if isLate { throw .transactionNotFound }
        return transaction
    }

    /// Whether a text can be the identifier of a transaction: up to twenty digits.
    static func isIdentifier(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Transactions as the store signs them.
    func signed(_ transactions: some Sequence<StoreTransaction>) throws(StoreError) -> JSONValue {
        var signed: [JSONValue] = []
        for transaction in transactions {
            signed.append(.string(try store.signedTransaction(transaction.transactionID)))
        }
        return .array(signed)
    }
}
