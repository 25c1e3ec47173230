public import Foundation

/// What an App Store Server Notification (version 2) says: Apple's `responseBodyV2DecodedPayload`.
public struct NotificationPayload: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// What happened.
    public var notificationType: NotificationType? {
        get { json[string: "notificationType"].map(NotificationType.init(rawValue:)) }
        set { json[string: "notificationType"] = newValue?.rawValue }
    }

    /// What happened in detail; absent for many types.
    public var subtype: NotificationSubtype? {
        get { json[string: "subtype"].map(NotificationSubtype.init(rawValue:)) }
        set { json[string: "subtype"] = newValue?.rawValue }
    }

    /// The same in every repeated delivery; the key against duplicates.
    public var notificationUUID: String? {
        get { json[string: "notificationUUID"] }
        set { json[string: "notificationUUID"] = newValue }
    }

    /// `2.0`.
    public var version: String? {
        get { json[string: "version"] }
        set { json[string: "version"] = newValue }
    }

    /// When the App Store signed this; the order of events.
    public var signedDate: Date? {
        get { json[milliseconds: "signedDate"] }
        set { json[milliseconds: "signedDate"] = newValue }
    }

    /// The app and its signed data; absent for summaries and external purchase tokens.
    public var data: NotificationData? {
        get { json[object: "data"].map(NotificationData.init(json:)) }
        set { json[object: "data"] = newValue?.json }
    }
}

/// The app and the signed data of a notification.
public struct NotificationData: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The app's number in the App Store; absent in the sandbox.
    public var appAppleID: Int64? {
        get { json[integer: "appAppleId"] }
        set { json[integer: "appAppleId"] = newValue }
    }

    /// The app.
    public var bundleID: String? {
        get { json[string: "bundleId"] }
        set { json[string: "bundleId"] = newValue }
    }

    /// The app's build.
    public var bundleVersion: String? {
        get { json[string: "bundleVersion"] }
        set { json[string: "bundleVersion"] = newValue }
    }

    /// Where it happened.
    public var environment: AppStoreEnvironment? {
        get { json[string: "environment"].map(AppStoreEnvironment.init(rawValue:)) }
        set { json[string: "environment"] = newValue?.rawValue }
    }

    /// The transaction as JWS; see ``TransactionPayload``.
    public var signedTransactionInfo: String? {
        get { json[string: "signedTransactionInfo"] }
        set { json[string: "signedTransactionInfo"] = newValue }
    }

    /// The renewal information as JWS, auto-renewable subscriptions only; see ``RenewalInfoPayload``.
    public var signedRenewalInfo: String? {
        get { json[string: "signedRenewalInfo"] }
        set { json[string: "signedRenewalInfo"] = newValue }
    }

    /// The subscription's state, auto-renewable subscriptions only.
    public var status: SubscriptionStatusCode? {
        get { json[code: "status"].map(SubscriptionStatusCode.init(rawValue:)) }
        set { json[code: "status"] = newValue?.rawValue }
    }

    /// Why the person asked for a refund.
    public var consumptionRequestReason: String? {
        get { json[string: "consumptionRequestReason"] }
        set { json[string: "consumptionRequestReason"] = newValue }
    }
}
