public import Foundation

/// What a receipt shall say. ``ReceiptWriter`` makes the receipt from it.
public struct ReceiptDraft: Sendable, Hashable {
    /// What kind of store makes the receipt.
    public var environment: ReceiptEnvironment = .sandbox
    /// The app.
    public var bundleID: String
    /// `CFBundleVersion`, on macOS `CFBundleShortVersionString`.
    public var appVersion: String
    /// The device the receipt is bound to; nil to write ``deviceHash`` as it is.
    public var deviceIdentifier: DeviceIdentifier?
    /// The device hash to write where the device is not known, as when a server makes a receipt anew.
    public var deviceHash: [UInt8] = []
    /// Random bytes that take part in the device hash; Apple uses 16.
    public var opaqueValue: [UInt8]
    /// When the receipt is made; it decides about the validity of the certificates.
    public var creationDate: Date
    /// When this copy of the app was downloaded; nil in the sandbox.
    public var downloadDate: Date?
    /// The app's number in the App Store; 0 in the sandbox.
    public var appItemID: Int64 = 0
    /// The developer's number; 0 in the sandbox.
    public var developerID: Int64 = 0
    /// The number of the download; 0 in the sandbox.
    public var downloadID: Int64 = 0
    /// The App Store's number of the app version; 0 in the sandbox.
    public var versionExternalID: Int64 = 0
    /// When the account first got the app; in the sandbox always 2013-08-01T07:00:00Z.
    public var originalPurchaseDate = Date(timeIntervalSince1970: 1_375_340_400)
    /// The version the account first got; in the sandbox always `1.0`.
    public var originalAppVersion = "1.0"
    /// The age rating.
    public var ageRating = "4+"
    /// The system's version as decimal digits, 180302 for iOS 18.3.2.
    public var clientVersion: Int64 = 180_302
    /// 3 for iOS and watchOS, 2 for macOS.
    public var platform: Int64 = 3
    /// When the receipt expires; volume purchases only.
    public var expirationDate: Date?
    /// When the app was pre-ordered.
    public var preorderDate: Date?
    /// The purchases.
    public var inAppPurchases: [InAppPurchaseDraft] = []
    /// Attributes beyond these, with their values as they are.
    public var otherAttributes: [OtherAttribute] = []

    /// An attribute that has no property of its own.
    public struct OtherAttribute: Sendable, Hashable {
        /// The number of the attribute.
        public var type: ReceiptAttributeType
        /// The value's octets.
        public var value: [UInt8]

        /// An attribute with this value.
        public init(type: ReceiptAttributeType, value: [UInt8]) {
            self.type = type
            self.value = value
        }
    }

    /// A receipt of the sandbox without purchases.
    public init(
        bundleID: String,
        appVersion: String,
        deviceIdentifier: DeviceIdentifier,
        opaqueValue: [UInt8],
        creationDate: Date
    ) {
        self.bundleID = bundleID
        self.appVersion = appVersion
        self.deviceIdentifier = deviceIdentifier
        self.opaqueValue = opaqueValue
        self.creationDate = creationDate
    }
}
