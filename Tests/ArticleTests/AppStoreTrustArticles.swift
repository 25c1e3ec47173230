import AppStoreModels
import AppStoreTrust
import Foundation

private func verify(_ signedTransaction: String) throws -> TransactionPayload {
    let verifier = JWSVerifier(policy: .appStore)
    let verified = try verifier.verify(signedTransaction)
    let transaction = try TransactionPayload(jsonData: verified.payload)
    return transaction
}
