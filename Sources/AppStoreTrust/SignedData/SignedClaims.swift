package import AppStoreModels

/// What a signed payload says that is compared: its kind, app, App Store and subscription.
package struct SignedClaims: Sendable {
    package let kind: SignedPayloadKind?
    package let bundleID: String?
    package let environment: AppStoreEnvironment?
    package let originalTransactionID: String?
    /// The app's number in the App Store, where this kind of data names it.
    let appAppleID: Int64?
    /// Whether production names the app's number in this kind of data.
    let namesAppAppleID: Bool
    /// Whether it has a date of its own.
    package let hasDate: Bool
    /// The one of a notification's bodies that is there.
    let body: JSONObject?
    /// Apple's key against duplicates, notifications only.
    package let notificationUUID: String?

    static let bodies = ["data", "summary", "appData", "externalPurchaseToken"]

    package init(_ payload: JSONObject) {
        kind = SignedPayloadKind(recognizing: payload)
        body = Self.bodies.lazy.compactMap { payload[object: $0] }.first
        let subject = kind == .notification ? body ?? payload : payload
        bundleID = subject[string: "bundleId"]
        environment = (subject[string: "environment"] ?? subject[string: "receiptType"])
            .map(AppStoreEnvironment.init(rawValue:))
        originalTransactionID = payload[string: "originalTransactionId"]
        appAppleID = subject[integer: "appAppleId"]
        namesAppAppleID = kind == .notification || kind == .appTransaction
        hasDate = payload["signedDate"] != nil || payload["receiptCreationDate"] != nil
        notificationUUID = payload[string: "notificationUUID"]
    }
}
