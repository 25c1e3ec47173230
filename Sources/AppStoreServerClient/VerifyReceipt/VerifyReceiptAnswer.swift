public import AppStoreModels

/// A receipt that the App Store called genuine.
public struct VerifyReceiptAnswer: Sendable {
    /// The answer's body, every member kept; it is not signed, the App Store itself was asked.
    public let response: Verified<VerifyReceiptResponse>
    /// The server that knew the receipt.
    public let environment: AppStoreEnvironment
    /// How many requests were sent in all.
    public let attempts: Int
    /// What is free again when nobody holds the answer any more.
    let held: [any Sendable]
}

extension VerifyReceiptAnswer {
    /// The app, from either style of receipt.
    public var bundleID: String? {
        response.receipt?.bundleID ?? response.receipt?.json[string: "bid"]
    }

    /// Whether the receipt or the account's list has a transaction.
    ///
    /// - Parameters:
    ///   - transactionID: The transaction, or nil for any.
    ///   - productID: The product, or nil for any.
    public func contains(transactionID: String?, productID: String?) -> Bool {
        let old = response.receipt.map { [VerifyReceiptTransaction(json: $0.json)] } ?? []
        let all = (response.receipt?.inApp ?? []) + response.latestReceiptInfo + old
        return all.contains { transaction in
            (transactionID == nil || transaction.transactionID == transactionID)
                && (productID == nil || transaction.productID == productID)
        }
    }
}
