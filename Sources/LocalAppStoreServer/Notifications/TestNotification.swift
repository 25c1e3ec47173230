import AppStoreModels
import Foundation
import LocalAppStore

/// The notification that a developer asks for, to see whether notifications arrive. It is about nothing.
struct TestNotification {
    let outgoing: OutgoingNotification

    /// Signs one, at the store's time.
    init(store: LocalAppStore, id: UUID = UUID()) throws(StoreError) {
        var data = NotificationData()
        if store.environment == .production { data.appAppleID = store.app.appAppleID }
        data.bundleID = store.app.bundleID
        data.environment = store.environment
        var payload = NotificationPayload()
        payload.notificationType = .test
        payload.notificationUUID = id.uuidString.lowercased()
        payload.data = data
        payload.version = "2.0"
        payload.signedDate = store.now
        outgoing = OutgoingNotification(
            id: id.uuidString.lowercased(),
            type: .test,
            subtype: nil,
            date: store.now,
            signedPayload: try store.sign(payload)
        )
    }
}
