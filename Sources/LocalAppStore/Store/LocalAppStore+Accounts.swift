extension LocalAppStore {
    /// All accounts in the order they were created.
    public var accounts: [StoreAccount] { engine.accounts }

    /// An account.
    ///
    /// - Throws: `unknownAccount`
    public func account(_ id: String) throws(StoreError) -> StoreAccount {
        try look { engine throws(StoreError) in try engine.account(id) }
    }

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: 1 to 128 characters, no control characters.
    ///   - storefront: ISO 3166-1 alpha-3; nil for the settings' storefront.
    /// - Throws: `accountExists`, `invalidValue`, `unknownStorefront`
    @discardableResult
    public func createAccount(id: String, storefront: String? = nil) throws(StoreError) -> StoreAccount {
        try perform { engine throws(StoreError) in try engine.createAccount(id: id, storefront: storefront) }
    }

    /// Moves an account to another storefront.
    ///
    /// - Throws: `unknownAccount`, `unknownStorefront`
    public func setStorefront(_ code: String, account id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.setStorefront(code, account: id) }
    }

    /// Changes what an account may do.
    ///
    /// - Throws: `unknownAccount`
    public func setRules(_ rules: AccountRules, account id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.setRules(rules, account: id) }
    }

    /// Changes an account in several ways at once, as far as it is not so already: all of it happens, or nothing.
    ///
    /// - Parameters:
    ///   - storefront: ISO 3166-1 alpha-3; nil for the one it has.
    ///   - consents: Whether a guardian consents to the child's use of the app; nil for as it is.
    ///   - change: Changes what it may do.
    /// - Throws: `unknownAccount`, `unknownStorefront`
    package func changeAccount(
        _ id: String,
        storefront: String? = nil,
        consents: Bool? = nil,
        rules change: (inout AccountRules) -> Void
    ) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.changeAccount(id, storefront: storefront, consents: consents, rules: change)
        }
    }

    /// How the store behaves.
    public var settings: StoreSettings { engine.settings }

    /// Refuses what ``updateSettings(_:)`` would refuse, and changes nothing.
    ///
    /// - Throws: `unknownStorefront`, `invalidValue`
    package func checkSettings(_ change: (inout StoreSettings) -> Void) throws(StoreError) {
        try look { engine throws(StoreError) in
            var settings = engine.settings
            change(&settings)
            try engine.check(settings)
        }
    }

    /// Changes how the store behaves.
    ///
    /// - Throws: `unknownStorefront`, `invalidValue`
    public func updateSettings(_ change: (inout StoreSettings) -> Void) throws(StoreError) {
        try perform { engine throws(StoreError) in
            var settings = engine.settings
            change(&settings)
            try engine.setSettings(settings)
        }
    }
}
