extension StoreEngine {
    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: 1 to 128 characters, no control characters.
    ///   - storefront: ISO 3166-1 alpha-3; nil for the settings' storefront.
    /// - Throws: `accountExists`, `invalidValue`, `unknownStorefront`
    @discardableResult
    package mutating func createAccount(id: String, storefront: String? = nil) throws(StoreError) -> StoreAccount {
        try checkName(id, "an account's")
        guard !customers.contains(id) else { throw StoreError(.accountExists, "there is an account \"\(id)\" already") }
        let account = StoreAccount(
            id: id,
            createdDate: now,
            storefront: try country(storefront ?? settings.storefront).code,
            appTransactionID: identifiers.nextTransactionID(),
            canMakePayments: true,
            requiresApproval: false,
            renewalChargesFail: false
        )
        emit(.accountCreated, about: .account(account))
        return account
    }

    /// Moves an account to another storefront; what it bought keeps its price.
    ///
    /// - Throws: `unknownAccount`, `unknownStorefront`
    package mutating func setStorefront(_ code: String, account id: String) throws(StoreError) {
        var account = try account(id)
        account.storefront = try country(code).code
        emit(.storefrontChanged, about: .account(account))
    }

    /// Changes what an account may do.
    ///
    /// - Throws: `unknownAccount`
    package mutating func setRules(_ rules: AccountRules, account id: String) throws(StoreError) {
        var account = try account(id)
        let worksAgain = account.renewalChargesFail && !rules.renewalChargesFail
        account.canMakePayments = rules.canMakePayments
        account.requiresApproval = rules.requiresApproval
        account.renewalChargesFail = rules.renewalChargesFail
        emit(.accountChanged, about: .account(account))
        if worksAgain { planCharges(account: id) }
    }

    /// Changes what is to be different about an account, and leaves the rest as it is.
    ///
    /// - Throws: `unknownAccount`, `unknownStorefront`
    mutating func changeAccount(
        _ id: String,
        storefront: String?,
        consents: Bool?,
        rules change: (inout AccountRules) -> Void
    ) throws(StoreError) {
        let old = try account(id)
        if let storefront, storefront != old.storefront { try setStorefront(storefront, account: id) }
        let oldRules = AccountRules(
            canMakePayments: old.canMakePayments,
            requiresApproval: old.requiresApproval,
            renewalChargesFail: old.renewalChargesFail
        )
        var rules = oldRules
        change(&rules)
        if rules != oldRules { try setRules(rules, account: id) }
        switch consents {
        case true?: try giveConsent(account: id)
        case false? where old.consentRescindedDate == nil: try rescindConsent(account: id)
        default: break
        }
    }

    /// Refuses settings that the store does not know.
    ///
    /// - Throws: `unknownStorefront`, `invalidValue`
    func check(_ settings: StoreSettings) throws(StoreError) {
        _ = try country(settings.storefront)
        try settings.checkTaken()
        if let environment = settings.environment { try checkEnvironment(environment) }
        // What a file says may be a failure of a newer Xcode; it stays until it is changed.
        if let failure = settings.purchaseFailure, failure != self.settings.purchaseFailure {
            try checkFailure(failure)
        }
    }

    /// Changes the settings.
    ///
    /// - Throws: `unknownStorefront`, `invalidValue`
    package mutating func setSettings(_ settings: StoreSettings) throws(StoreError) {
        try check(settings)
        let worksAgain = self.settings.billingRetryOnRenewalEnabled && !settings.billingRetryOnRenewalEnabled
        emit(.settingsChanged, about: .settings(settings))
        if worksAgain { planCharges(account: nil) }
    }

    /// Refuses names that cannot be shown or logged.
    func checkName(_ name: String, _ whose: String) throws(StoreError) {
        guard (1...128).contains(name.count), name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw StoreError(.invalidValue, "\(whose) name has 1 to 128 characters and no control characters")
        }
    }

    func country(_ code: String) throws(StoreError) -> StoreCountry {
        guard let country = StoreCountry(code: code) else {
            let known = StoreCountry.all.map(\.code).joined(separator: " ")
            throw StoreError(.unknownStorefront, "no storefront \"\(code)\"; known are \(known)")
        }
        return country
    }
}
