import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A verified transaction of StoreKit 2, and the JWS that says so.
struct SignedTransaction: Sendable {
    let transaction: Transaction
    let jwsRepresentation: String

    /// The identifier as StoreKit 1 writes it.
    var id: String { String(transaction.id) }

    /// Whether it came after what was the latest of its product; the news of that may arrive later than it was looked for.
    func isNew(since latest: Transaction?) -> Bool {
        latest.map { transaction.id != $0.id && transaction.purchaseDate >= $0.purchaseDate } ?? true
    }
}

extension SignedTransaction {
    /// Of a result that the device trusts; else what is to be told of it.
    static func reading(
        _ result: VerificationResult<Transaction>
    ) -> Result<SignedTransaction, UnverifiedError> {
        let jws = result.jwsRepresentation
        switch result {
        case .verified(let transaction):
            return .success(SignedTransaction(transaction: transaction, jwsRepresentation: jws))
        case .unverified(let transaction, let reason):
            let told = UnverifiedTransaction(
                productId: transaction.productID,
                transactionIdentifier: String(transaction.id),
                jwsRepresentation: jws,
                reason: reason
            )
            return .failure(UnverifiedError(transaction: told))
        }
    }
}

/// A transaction was not verified.
struct UnverifiedError: Error {
    let transaction: UnverifiedTransaction
}
