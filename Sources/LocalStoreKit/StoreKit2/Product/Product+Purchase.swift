import LocalAppStore

extension Product {
    /// Buys the product.
    ///
    /// ```swift
    /// switch try await product.purchase(options: [.appAccountToken(token)]) {
    /// case .success(let result):
    ///     let transaction = try result.payloadValue
    ///     await transaction.finish()
    /// case .pending, .userCancelled: break
    /// @unknown default: break
    /// }
    /// ```
    ///
    /// Deliver what was bought, then finish the transaction. A purchase is returned here and does not come through
    /// ``Transaction/updates``, unless it is pending and succeeds later.
    ///
    /// - Throws: ``PurchaseError`` or ``StoreKitError``
    @MainActor
    public func purchase(options: Set<Product.PurchaseOption> = []) async throws -> Product.PurchaseResult {
        try await origin.responsible.purchase(id, options)
    }

    /// What came of a purchase.
    public enum PurchaseResult: Sendable {
        /// It went through; look whether the transaction is verified.
        case success(VerificationResult<Transaction>)
        /// The customer cancelled.
        case userCancelled
        /// It waits for somebody: a parent, or a bank. The transaction comes through ``Transaction/updates``, or never.
        case pending
    }
}
