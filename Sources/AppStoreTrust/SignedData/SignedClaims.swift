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
    private let payload: JSONObject
    /// Apple's key against duplicates, notifications only.
    package let notificationUUID: String?

    static let bodies = ["data", "summary", "appData", "externalPurchaseToken", "unclaimInfo"]

    package init(_ payload: JSONObject) {
        self.payload = payload
        kind = SignedPayloadKind(recognizing: payload)
        let subject = kind == .notification ? Self.body(of: payload) ?? payload : payload
        bundleID = subject[string: "bundleId"]
        environment = Self.environment(of: subject)
        originalTransactionID = payload[string: "originalTransactionId"]
        appAppleID = subject[integer: "appAppleId"]
        namesAppAppleID = kind == .notification || kind == .appTransaction
        hasDate = payload["signedDate"] != nil || payload["receiptCreationDate"] != nil
        notificationUUID = payload[string: "notificationUUID"]
    }

    /// The one of a notification's bodies that is there.
    var body: JSONObject? { Self.body(of: payload) }

    private static func body(of payload: JSONObject) -> JSONObject? {
        bodies.lazy.compactMap { payload[object: $0] }.first ?? onlyObject(of: payload)
    }

    /// The body of a kind of notification that is newer than this library: it is kept rather than refused for ever.
    private static func onlyObject(of payload: JSONObject) -> JSONObject? {
        let objects = payload.members.compactMap { $0.1.object }
        return objects.count == 1 ? objects.first : nil
    }

    private static func environment(of subject: JSONObject) -> AppStoreEnvironment? {
        // The token of an external purchase names none; its identifier begins with it outside of production.
        if let token = subject[string: "externalPurchaseId"], subject["environment"] == nil {
            return token.hasPrefix("SANDBOX") ? .sandbox : .production
        }
        return (subject[string: "environment"] ?? subject[string: "receiptType"])
            .map(AppStoreEnvironment.init(rawValue:))
    }
}
