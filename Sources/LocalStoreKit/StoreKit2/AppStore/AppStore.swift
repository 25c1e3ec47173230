public import Foundation

/// The App Store, as the app reaches it.
public enum AppStore: Sendable {
    /// Whether the customer may make payments here; transactions can be read all the same.
    public static var canMakePayments: Bool { LocalDevice.inUse.canMakePayments }

    /// What signed data of this device is bound to; nil if no store is in use.
    public static var deviceVerificationID: UUID? { LocalDevice.inUse.session.verificationID }

    /// Asks the customer for the password and brings transactions up to date; nobody needs it unless purchases are missing.
    ///
    /// - Throws: ``StoreKitError``; `userCancelled` if the customer does not sign in.
    public static func sync() async throws {
        try await LocalDevice.inUse.synchronise()
    }

    /// From which age on the app may be used, as the App Store rates it; nil where nothing is said.
    ///
    /// It is ``LocalDeviceSettings/ageRatingCode``.
    public static var ageRatingCode: Int? {
        get async { LocalDevice.inUse.settings.ageRatingCode }
    }

    /// Shows the App Store's sheet for subscriptions.
    ///
    /// On Apple platforms it takes a window scene, which does not exist here.
    ///
    /// - Throws: ``StoreKitError``
    public static func showManageSubscriptions() async throws {
        try await LocalDevice.inUse.manageSubscriptions(groupID: nil)
    }

    /// Shows the App Store's sheet for the subscriptions of a group.
    ///
    /// On Apple platforms it takes a window scene, which does not exist here.
    ///
    /// - Throws: ``StoreKitError``
    public static func showManageSubscriptions(subscriptionGroupID: String) async throws {
        try await LocalDevice.inUse.manageSubscriptions(groupID: subscriptionGroupID)
    }

    /// Shows the App Store's sheet for offer codes; what a code gives comes through ``Transaction/updates``.
    ///
    /// On Apple platforms it takes a window scene or a view controller, which do not exist here.
    ///
    /// - Throws: ``StoreKitError``; `userCancelled` is none: a customer may close the sheet.
    public static func presentOfferCodeRedeemSheet() async throws {
        try await LocalDevice.inUse.redeemCode()
    }
}

extension AppStore {
    /// Which App Store signed something.
    public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
        /// Apple's word.
        public let rawValue: String

        /// An environment; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The App Store.
        public static let production = Environment(rawValue: "Production")
        /// The sandbox.
        public static let sandbox = Environment(rawValue: "Sandbox")
        /// StoreKit testing in Xcode.
        public static let xcode = Environment(rawValue: "Xcode")
    }

    /// What the app was first bought for.
    public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
        /// Apple's word.
        public let rawValue: String

        /// A platform; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// iPhone and iPad.
        public static let iOS = Platform(rawValue: "iOS")
        /// The Mac.
        public static let macOS = Platform(rawValue: "macOS")
        /// Apple TV.
        public static let tvOS = Platform(rawValue: "tvOS")
        /// Apple Vision.
        public static let visionOS = Platform(rawValue: "visionOS")
    }
}
