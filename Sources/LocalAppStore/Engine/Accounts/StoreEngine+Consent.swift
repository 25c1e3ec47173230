import AppStoreModels

extension StoreEngine {
    /// Takes back a guardian's consent to a child's use of the app; the developer hears of it and must block the use. What
    /// the account bought stays as it is.
    ///
    /// - Throws: `unknownAccount`; `invalidState` if that was done before
    package mutating func rescindConsent(account id: String) throws(StoreError) {
        var account = try account(id)
        guard account.consentRescindedDate == nil else {
            throw StoreError(.invalidState, "the consent for account \"\(id)\" was taken back already")
        }
        account.consentRescindedDate = now
        emit(.consentRescinded, notification: StoreNotification(.rescindConsent), about: .account(account))
    }

    /// Gives a guardian's consent again; the App Store tells the developer nothing of it.
    ///
    /// - Throws: `unknownAccount`
    package mutating func giveConsent(account id: String) throws(StoreError) {
        var account = try account(id)
        guard account.consentRescindedDate != nil else { return }
        account.consentRescindedDate = nil
        emit(.accountChanged, about: .account(account))
    }
}
