import AppStoreModels
import Foundation

private func showExpiry(_ payload: Data) throws {
    let transaction = try TransactionPayload(jsonData: payload)
    if let expires = transaction.expiresDate, transaction.revocationDate == nil {
        print(transaction.productID ?? "?", RFC3339.string(from: expires))
    }
}
