public import AppStoreModels

// Advanced Commerce: what a customer confirms in an app, and what a developer's server asks for.
extension LocalAppStore {
    /// Carries out an operation of Advanced Commerce that a customer has confirmed in the app.
    ///
    /// A product of the catalogue stands for the generic product; what is sold is named by the request. Settings, faults and
    /// Ask to Buy hold it up as they hold up every other purchase; ``approve(attempt:)`` and ``resolveInterruption(attempt:)``
    /// let it go on.
    ///
    /// - Parameters:
    ///   - request: The request with its `operation`, unsigned.
    ///   - productID: The generic product, of the catalogue.
    ///   - account: The customer.
    /// - Returns: The transaction that came of it, or the latest of the subscription that was changed.
    /// - Throws: `unknownAccount`, `unknownProduct`, `paymentNotAllowed`; `commerceRefused` for what breaks a rule;
    ///   `notPurchased` if it waits, was interrupted or failed
    @discardableResult
    public func purchaseAdvancedCommerce(
        _ request: AdvancedCommerceRequest,
        productID: String,
        account: String
    ) throws(StoreError) -> StoreTransaction {
        let outcome = try perform { engine throws(StoreError) in
            try engine.orderCommerce(request.json, productID: productID, account: account)
        }
        return try outcome.purchase()
    }

    /// The same, signed by the developer's server: with the configuration's key, or the server's.
    ///
    /// - Throws: What the unsigned one throws; `commerceRefused` if the signature is not good
    package func purchaseAdvancedCommerce(
        compactJWS: String,
        productID: String,
        account: String
    ) throws(StoreError) -> StoreTransaction {
        let outcome = try perform { engine throws(StoreError) in
            let request = try engine.useSignedCommerce(compactJWS, account: account)
            return try engine.orderCommerce(request, productID: productID, account: account)
        }
        return try outcome.purchase()
    }

    /// What a developer's server asks of a purchase of Advanced Commerce.
    ///
    /// - Throws: `unknownTransaction`, `commerceRefused`
    package func performCommerce(
        _ call: CommerceCall,
        _ body: JSONObject,
        transactionID: String
    ) throws(StoreError) {
        let isSandbox = environment != .production
        try perform { engine throws(StoreError) in
            switch call {
            case .cancel: try engine.cancelCommerce(transactionID: transactionID, body)
            case .changeMetadata: try engine.changeCommerceMetadata(transactionID: transactionID, body)
            case .changePrice: try engine.changeCommercePrice(transactionID: transactionID, body)
            case .migrate: try engine.migrateToCommerce(transactionID: transactionID, body)
            case .revoke: try engine.revokeCommerce(transactionID: transactionID, body, isSandbox: isSandbox)
            case .requestRefund: try engine.refundCommerce(transactionID: transactionID, body, isSandbox: isSandbox)
            }
        }
    }
}

/// A call of the Advanced Commerce interface.
package enum CommerceCall: String, Sendable, CaseIterable {
    case cancel, changeMetadata, changePrice, migrate, revoke, requestRefund

    /// The last parts of its path, before the transaction.
    package var path: String { self == .requestRefund ? "transaction/requestRefund" : "subscription/\(rawValue)" }
}
