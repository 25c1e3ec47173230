import AppStoreModels

extension LocalAppStore {
    /// The tokens of external purchases, oldest first.
    public var externalPurchaseTokens: [ExternalPurchaseToken] { engine.externalPurchaseTokens }

    /// Makes a token for purchases outside of the App Store, as when the app asks for one.
    ///
    /// - Throws: `unknownAccount`, `invalidValue`; `invalidState` if there are 1,000 that have not expired
    @discardableResult
    public func createExternalPurchaseToken(
        _ kind: ExternalPurchaseToken.Kind,
        account: String
    ) throws(StoreError) -> ExternalPurchaseToken {
        let isSandbox = environment != .production
        return try perform { engine throws(StoreError) in
            try engine.createExternalPurchaseToken(kind, account: account, isSandbox: isSandbox)
        }
    }

    /// Notes that the developer has reported what was bought with a token.
    ///
    /// - Throws: `invalidValue` if there is no such token
    public func reportExternalPurchase(token id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.reportExternalPurchase(token: id) }
    }

    /// Takes back a guardian's consent to a child's use of the app.
    ///
    /// - Throws: `unknownAccount`; `invalidState` if that was done before
    public func rescindConsent(account id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.rescindConsent(account: id) }
    }

    /// Gives a guardian's consent to a child's use of the app again; nothing if it was not taken back.
    ///
    /// - Throws: `unknownAccount`
    public func giveConsent(account id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.giveConsent(account: id) }
    }
}
