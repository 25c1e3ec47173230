import LocalAppStore

extension SKTestSession {
    /// Buys outside of the app: what comes of it arrives in the payment queue.
    ///
    /// A purchase that fails, waits for approval or is interrupted, as the settings say, is no error.
    ///
    /// - Throws: ``SKTestError`` `invalidProductIdentifier`
    public func buyProduct(productIdentifier: String) throws {
        catchUp()
        let request = PurchaseRequest(productID: productIdentifier, accountID: account)
        try SKTestError.translated { () throws(StoreError) in _ = try store.purchase(request) }
    }
}
