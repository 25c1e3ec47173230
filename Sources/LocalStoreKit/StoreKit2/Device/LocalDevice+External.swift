import LocalAppStore

// Purchases outside of the App Store.
extension LocalDevice {
    /// Shows Apple's notice, if it is allowed; tells whether the customer goes on.
    func showNotice(_ notice: ExternalPurchaseNotice) throws -> Bool {
        let settings = settings.externalPurchases
        guard settings.isAllowed else { throw StoreKitError.notEntitled }
        return settings.goesOn(notice)
    }

    /// A token of a kind by which the developer reports what was bought.
    func externalToken(_ kind: String) async throws -> String {
        try await asking { try $0.session.externalToken(kind) }
    }
}
