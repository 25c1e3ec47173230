import AppStoreModels
public import Foundation

// What is signed, and the end of a store.

extension StoreControlRequest where Answer == SignedRecord {
    /// The renewal information of a subscription, which is named by its first transaction, as it is signed.
    public static func signedRenewalInfo(_ id: String) -> Self { Self("GET", ["subscriptions", id, "signed"]) }
    /// The app transaction of an account as it is signed; nil for a device leaves the device out.
    public static func signedAppTransaction(account: String, device: UUID? = nil) -> Self {
        Self("GET", ["accounts", account, "app-transaction"], query: device.map { ["device": $0.uuidString] } ?? [:])
    }
    /// Signs a payload that somebody has made up.
    public static func sign(_ order: SigningOrder) -> Self { Self("POST", ["sign"], body: order.body) }
}

extension StoreControlRequest where Answer == NotificationRecord {
    /// Sends a notification once more, at once; `sendAttemptResult` in `json` says how that went.
    public static func resendNotification(_ id: String) -> Self { Self("POST", ["notifications", id, "resend"]) }
}

extension StoreControlRequest where Answer == RestoredRecord {
    /// Lets everything begin as if the store were new: customers, purchases, time, deliveries.
    public static var beginAnew: Self { Self("POST", ["begin-anew"]) }
}

extension StoreControlRequest where Answer == HealthRecord {
    /// Whether the store can do its work.
    public static var health: Self { Self("GET", ["health"]) }
}

extension StoreControlRequest where Answer == DoneRecord {
    /// Lets the server end gracefully.
    public static var stop: Self { Self("POST", ["stop"]) }
}
