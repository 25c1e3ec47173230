public import Foundation

/// A link to a purchase on the developer's site, which the app's Info.plist names.
///
/// The local store knows what ``LocalDeviceSettings/externalPurchases`` says.
public enum ExternalPurchaseLink: Sendable {
    /// Whether the link can be opened here.
    public static var canOpen: Bool {
        get async {
            let settings = LocalDevice.inUse.settings.externalPurchases
            return settings.isAllowed && !settings.eligibleURLs.isEmpty
        }
    }

    /// The addresses that may be opened in the customer's storefront; nil if none may.
    public static var eligibleURLs: [URL]? {
        get async {
            let settings = LocalDevice.inUse.settings.externalPurchases
            return settings.isAllowed && !settings.eligibleURLs.isEmpty ? settings.eligibleURLs : nil
        }
    }

    /// Shows Apple's notice and opens the first of the addresses.
    ///
    /// - Throws: ``StoreKitError``; `notEntitled` where it is not allowed, `userCancelled` if the customer turns back
    public static func open() async throws {
        guard let url = await eligibleURLs?.first else { throw StoreKitError.notEntitled }
        try await open(url: url)
    }

    /// Shows Apple's notice and opens one of the addresses.
    ///
    /// - Throws: ``StoreKitError``; `notEntitled` where it is not allowed or the address is none of them, `userCancelled` if
    ///   the customer turns back
    public static func open(url: URL) async throws {
        guard let eligible = await eligibleURLs, eligible.contains(url) else { throw StoreKitError.notEntitled }
        let device = LocalDevice.inUse
        guard try device.showNotice(ExternalPurchaseNotice(place: .browser, url: url)) else {
            throw StoreKitError.userCancelled
        }
        device.settings.externalPurchases.browser(url)
    }
}
