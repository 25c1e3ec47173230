/// A link to the customer's account on the developer's site, for apps of what was bought elsewhere.
///
/// The local store knows what ``LocalDeviceSettings/externalPurchases`` says.
public enum ExternalLinkAccount: Sendable {
    /// Whether the link can be opened here.
    public static var canOpen: Bool {
        get async { LocalDevice.inUse.settings.externalPurchases.showsAccountLink }
    }

    /// Shows Apple's notice and opens the link.
    ///
    /// - Throws: ``StoreKitError``; `notEntitled` where there is none, `userCancelled` if the customer turns back
    public static func open() async throws {
        guard await canOpen else { throw StoreKitError.notEntitled }
        let settings = LocalDevice.inUse.settings.externalPurchases
        guard settings.goesOn(ExternalPurchaseNotice(place: .browser, url: nil)) else {
            throw StoreKitError.userCancelled
        }
        settings.browser(nil)
    }
}
