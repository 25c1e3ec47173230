import AppStoreModels
import AppStoreTrust
import Foundation

extension LocalAppStore {
    /// What Apple's server would send about an event, nil if it would send nothing.
    ///
    /// Transaction and renewal information say what was true when the event happened, whatever happened since.
    ///
    /// - Throws: `unknownAccount`, `unknownTransaction`, `signingFailed`
    public func signedNotification(for event: StoreEvent) throws(StoreError) -> SignedNotification? {
        guard let notification = event.notification else { return nil }
        let environment = look { claimedEnvironment(event.accountID, $0) }
        var payload = NotificationPayload()
        payload.notificationType = notification.type
        payload.subtype = notification.subtype
        payload.notificationUUID = notificationUUID(of: event)
        if let token = notification.externalPurchaseToken {
            payload.json["externalPurchaseToken"] = .object(body(of: token, in: environment))
        } else if notification.type == .rescindConsent, let account = event.accountID {
            payload.json["appData"] = .object(try appData(of: account, in: environment))
        } else if let extended = event.massExtension {
            payload.setSummary(extended, app: app, environment: environment)
        } else {
            payload.data = try data(of: notification, event, environment)
        }
        payload.version = "2.0"
        payload.signedDate = event.date.addingTimeInterval(notification.mishap?.dateShift ?? 0)
        return SignedNotification(
            notificationUUID: notificationUUID(of: event),
            type: notification.type,
            subtype: notification.subtype,
            date: event.date,
            signedPayload: try sign(payload, for: event.accountID)
        )
    }

    /// The body of a notification about a transaction.
    private func data(
        of notification: StoreNotification,
        _ event: StoreEvent,
        _ environment: AppStoreEnvironment
    ) throws(StoreError) -> NotificationData {
        let (transaction, renewalInfo) = try payloads(of: event)
        let account = event.accountID
        var data = NotificationData()
        if environment == .production { data.appAppleID = app.appAppleID }
        data.bundleID = app.bundleID
        data.bundleVersion = app.version
        data.environment = environment
        data.signedTransactionInfo = try transaction.map { payload throws(StoreError) in
            try sign(payload, for: account)
        }
        data.signedRenewalInfo = try renewalInfo.map { payload throws(StoreError) in
            try sign(payload, for: account)
        }
        data.consumptionRequestReason = notification.consumptionRequestReason
        data.status = event.subscription?.status
        return data
    }

    private func payloads(of event: StoreEvent) throws(StoreError) -> (TransactionPayload?, RenewalInfoPayload?) {
        try look { engine throws(StoreError) in
            guard let account = event.accountID else { return (nil, nil) }
            let issuer = try self.issuer(for: account, at: event.date, engine)
            var transaction = event.transaction
            if transaction == nil, let latest = event.subscription?.latestTransactionID {
                transaction = try engine.transaction(latest)
            }
            let renewalInfo = try event.subscription.map { subscription throws(StoreError) in
                try renewalInfoPayload(of: subscription, asOf: event, engine)
            }
            return (transaction.map { TransactionPayload($0, issuer) }, renewalInfo)
        }
    }

    /// The seed and the event's number decide, so that signing again gives the same.
    func notificationUUID(of event: StoreEvent) -> String { notificationUUID(ofEvent: event.sequence) }

    /// The identifier of the notification of an event.
    package func notificationUUID(ofEvent sequence: Int) -> String {
        var noise = ReceiptNoise(seed: seed, text: "notification \(app.bundleID) \(sequence)")
        var bytes = noise.bytes(16)
        // Version 4, variant 1.
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.uuidText
    }
}
