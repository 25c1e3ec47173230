public import Foundation

/// Whether and how the app may lead its customers to purchases outside of the App Store, and what they do then.
public struct ExternalPurchaseSettings: Sendable {
    /// Whether the app is entitled to it, and the customer's storefront allows it.
    public var isAllowed = false

    /// The addresses that the app's Info.plist names for the customer's storefront.
    public var eligibleURLs: [URL] = []

    /// Whether the app may show a link to the customer's account on the developer's site.
    public var showsAccountLink = false

    /// Whether the customer goes on from Apple's notice.
    public var goesOn: @Sendable (ExternalPurchaseNotice) -> Bool = { _ in true }

    /// What the customer's browser opens; nil for the account on the developer's site.
    public var browser: @Sendable (URL?) -> Void = { _ in }

    /// Why the customer's way to pay cannot be bound; nil if it can.
    public var bindingFailure: @Sendable (String) -> PaymentMethodBinding.PaymentMethodBindingError? = { _ in
        .notEligible
    }

    /// A device whose app may do none of this.
    public init() {}
}

/// What Apple's notice is about, before a customer leaves the App Store's way to pay.
public struct ExternalPurchaseNotice: Sendable, Hashable {
    /// Where the purchase is made.
    public enum Place: Sendable, Hashable {
        /// In the app.
        case withinApp
        /// In the browser.
        case browser
    }

    /// Where the purchase is made.
    public let place: Place
    /// Where the link leads; nil if there is none.
    public let url: URL?
}
