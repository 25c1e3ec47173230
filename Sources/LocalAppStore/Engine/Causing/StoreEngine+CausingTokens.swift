import AppStoreModels

// What is about no purchase in the App Store.

extension StoreEngine {
    mutating func makeToken(_ scene: inout CauseScene) throws(StoreError) -> ExternalPurchaseToken {
        let account = try customer(&scene)
        let token = try createExternalPurchaseToken(.services, account: account, isSandbox: scene.isSandbox)
        scene.note("made token \(token.id) for external purchases of account \(account)")
        return token
    }

    mutating func remindOfToken(isReported: Bool, _ scene: inout CauseScene) throws(StoreError) {
        let account = try customer(&scene)
        let known = externalPurchases.tokens.last { token in
            token.accountID == account && token.isReported == isReported && token.expirationDate > now
        }
        let token = if let known { known } else { try makeToken(&scene) }
        if isReported, !token.isReported {
            try reportExternalPurchase(token: token.id)
            scene.note("reported token \(token.id)")
        }
        try remindOfExternalPurchase(token: token.id)
        scene.note("reminded of token \(token.id)")
    }

    mutating func rescindConsentNow(_ scene: inout CauseScene) throws(StoreError) {
        var account = try customer(&scene)
        if try self.account(account).consentRescindedDate != nil { account = try newCustomer(account, &scene) }
        try rescindConsent(account: account)
        scene.note("took back the consent for account \(account)")
    }
}
