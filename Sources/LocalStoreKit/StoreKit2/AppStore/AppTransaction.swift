import AppStoreModels
public import Foundation

/// The customer's download of the app, as the App Store signs it for this device.
public struct AppTransaction: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// Apple's number of the app; nil outside of production.
    public let appID: UInt64?
    /// The app's version on this device.
    public let appVersion: String
    /// The App Store's number of the version; nil where nothing is said.
    public let appVersionID: UInt64?
    /// The app.
    public let bundleID: String
    /// Which App Store signed it.
    public let environment: AppStore.Environment
    /// The version that the customer first had; `1.0` in the sandbox.
    public let originalAppVersion: String
    /// When the customer first had the app; 1 August 2013 in the sandbox.
    public let originalPurchaseDate: Date
    /// What the app was first bought for.
    public let originalPlatform: AppStore.Platform
    /// When the customer ordered the app in advance; nil if that was not so.
    public let preorderDate: Date?
    /// SHA-384 of ``deviceVerificationNonce`` and ``AppStore/deviceVerificationID``, both in lower case.
    public let deviceVerification: Data
    /// What takes part in ``deviceVerification``.
    public let deviceVerificationNonce: UUID
    /// When it was signed.
    public let signedDate: Date
    let signed: SignedDocument

    /// The payload of the JWS: JSON in UTF-8.
    public var jsonRepresentation: Data { signed.payload }

    /// Identifies the download; empty where nothing is said.
    public var appTransactionID: String { signed.text("appTransactionId") }

    /// What the app was first bought for. Apple deprecated it in 18.4 for ``originalPlatform``.
    public var originalPlatformStringRepresentation: String { signed.json[string: "originalPlatform"] ?? "unknown" }

    /// The app transaction of the customer.
    ///
    /// - Throws: ``StoreKitError``
    public static var shared: VerificationResult<AppTransaction> {
        get async throws { try await LocalDevice.inUse.appTransaction() }
    }

    /// Asks the customer for the password and brings the app transaction up to date.
    ///
    /// - Throws: ``StoreKitError``; `userCancelled` if the customer does not sign in.
    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await LocalDevice.inUse.refreshAppTransaction()
    }

    /// Compares what was signed.
    public static func == (lhs: AppTransaction, rhs: AppTransaction) -> Bool {
        lhs.jsonRepresentation == rhs.jsonRepresentation
    }

    /// Hashes what was signed.
    public func hash(into hasher: inout Hasher) { hasher.combine(jsonRepresentation) }

    /// What was signed.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}

extension AppTransaction: AppStoreSigned {
    static let requiredMembers = [
        "receiptType", "bundleId", "applicationVersion", "receiptCreationDate", "originalPurchaseDate",
        "originalApplicationVersion",
    ]

    init(_ document: SignedDocument, origin: DeviceOrigin) {
        let payload = AppTransactionPayload(json: document.json)
        signed = document
        appID = payload.appAppleID.flatMap(UInt64.init(exactly:))
        appVersion = document.text("applicationVersion")
        appVersionID = payload.versionExternalIdentifier.flatMap(UInt64.init(exactly:))
        bundleID = document.text("bundleId")
        environment = AppStore.Environment(rawValue: document.text("receiptType"))
        originalAppVersion = document.text("originalApplicationVersion")
        originalPurchaseDate = payload.originalPurchaseDate ?? Date(timeIntervalSince1970: 0)
        originalPlatform = AppStore.Platform(rawValue: document.json[string: "originalPlatform"] ?? "unknown")
        preorderDate = payload.preorderDate
        deviceVerification = document.deviceVerification
        deviceVerificationNonce = document.deviceVerificationNonce
        signedDate = document.date("receiptCreationDate")
    }
}
