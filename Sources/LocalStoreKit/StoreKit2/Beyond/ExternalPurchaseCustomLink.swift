/// Links to purchases elsewhere that the app shows and opens by itself, after Apple's notice.
///
/// The local store knows what ``LocalDeviceSettings/externalPurchases`` says.
public enum ExternalPurchaseCustomLink: Sendable {
    /// What the customer did on Apple's notice.
    public enum NoticeResult: Hashable, Sendable {
        /// Turned back.
        case cancelled
        /// Went on.
        case continued
    }

    /// Where the purchase is made.
    public enum NoticeType: Int, Hashable, Sendable {
        /// In the app.
        case withinApp
        /// In the browser.
        case browser
    }

    /// By which the developer's server reports what was bought.
    public struct Token: Hashable, Sendable {
        /// JSON in Base64url.
        public let value: String
    }

    /// Whether the app may do this here.
    public static var isEligible: Bool {
        get async { LocalDevice.inUse.settings.externalPurchases.isAllowed }
    }

    /// Shows Apple's notice.
    ///
    /// - Throws: ``StoreKitError``; `notEntitled` where it is not allowed
    public static func showNotice(
        type: ExternalPurchaseCustomLink.NoticeType
    ) async throws -> ExternalPurchaseCustomLink.NoticeResult {
        let notice = ExternalPurchaseNotice(place: type == .withinApp ? .withinApp : .browser, url: nil)
        return try LocalDevice.inUse.showNotice(notice) ? .continued : .cancelled
    }

    /// A token of a kind: `ACQUISITION` or `SERVICES`; nil where it is not allowed.
    ///
    /// - Throws: ``StoreKitError``
    public static func token(for tokenType: String) async throws -> ExternalPurchaseCustomLink.Token? {
        guard await isEligible else { return nil }
        return Token(value: try await LocalDevice.inUse.externalToken(tokenType))
    }
}
