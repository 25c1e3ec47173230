import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation

private func showExpiry(_ payload: Data) throws {
    let transaction = try TransactionPayload(jsonData: payload)
    if let expires = transaction.expiresDate, transaction.revocationDate == nil {
        print(transaction.productID ?? "?", RFC3339.string(from: expires))
    }
}

private func count(_ verifier: SignedDataVerifier, _ text: String) throws {
    let transaction = try verifier.verify(signedTransaction: text)
    let fact = try PurchaseFact(transaction)
    _ = fact
}
