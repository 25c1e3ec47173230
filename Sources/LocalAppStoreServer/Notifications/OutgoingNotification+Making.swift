import AppStoreModels
import Foundation
import LocalAppStore

extension OutgoingNotification {
    /// What the developer is told of an event, in the versions that there are addresses for.
    static func all(
        about event: StoreEvent,
        of store: LocalAppStore,
        in versions: Set<NotificationVersion>
    ) throws(StoreError) -> [OutgoingNotification] {
        var all: [OutgoingNotification] = []
        if versions.contains(.two), let signed = try store.signedNotification(for: event) {
            all.append(OutgoingNotification(signed, event: event))
        }
        if versions.contains(.one), let old = try store.oldStyleNotification(for: event) {
            let id = store.notificationUUID(ofEvent: event.sequence)
            all.append(OutgoingNotification(old, id: "v1-\(id)", event: event))
        }
        return all
    }

    private init(_ notification: SignedNotification, event: StoreEvent) {
        self.init(
            id: notification.notificationUUID,
            type: notification.type,
            subtype: notification.subtype,
            date: notification.date,
            signedPayload: notification.signedPayload,
            eventNumber: event.sequence
        )
        tell(of: event)
    }

    private init(_ notification: OldStyleNotification, id: String, event: StoreEvent) {
        self.init(
            id: id,
            type: NotificationType(rawValue: notification.type.rawValue),
            subtype: nil,
            date: notification.date,
            signedPayload: "",
            eventNumber: event.sequence
        )
        content = notification.content
        tell(of: event)
    }

    private mutating func tell(of event: StoreEvent) {
        accountID = event.accountID
        transactionID = event.transaction?.transactionID ?? event.subscription?.latestTransactionID
        originalTransactionID =
            event.transaction?.originalTransactionID ?? event.subscription?.originalTransactionID
        guard let mishap = event.notification?.mishap else { return }
        lostAttempts = mishap.lostAttempts
        lostResult = mishap.lostResult.map(NotificationSendResult.init(rawValue:))
        isDuplicated = mishap.isDuplicated
        isOvertaken = mishap.isOvertaken
        let hold = mishap.isOvertaken ? NotificationMishap.longestHold : 0
        nextAttempt = date.addingTimeInterval((mishap.delay ?? 0) + hold)
    }
}
