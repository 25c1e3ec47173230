/// Purchases in the app that the App Store has nothing to do with, where that is allowed.
///
/// The local store knows what ``LocalDeviceSettings/externalPurchases`` says.
public enum ExternalPurchase: Sendable {
    /// What the customer did on Apple's notice.
    public enum NoticeResult: Hashable, Sendable {
        /// Turned back.
        case cancelled
        /// Went on; the developer's server reports what was bought by the token, JSON in Base64url.
        case continuedWithExternalPurchaseToken(token: String)
    }

    /// Whether the notice can be shown here.
    public static var canPresent: Bool {
        get async { LocalDevice.inUse.settings.externalPurchases.isAllowed }
    }

    /// Shows Apple's notice.
    ///
    /// - Throws: ``StoreKitError``; `notEntitled` where it is not allowed
    public static func presentNoticeSheet() async throws -> ExternalPurchase.NoticeResult {
        let device = LocalDevice.inUse
        guard try device.showNotice(ExternalPurchaseNotice(place: .withinApp, url: nil)) else { return .cancelled }
        return .continuedWithExternalPurchaseToken(token: try await device.externalToken("SERVICES"))
    }
}
