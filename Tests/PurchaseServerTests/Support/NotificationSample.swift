import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport

/// Notifications about the subscription of ``SampleReceipt``.
enum NotificationSample {
    static func body(
        _ type: NotificationType,
        at date: Date,
        by authority: Result<CertificateAuthority, TrustError> = TestAuthority.trusted,
        _ change: (inout TransactionPayload) -> Void = { _ in }
    ) throws -> String {
        let signer = try authority.get().jwsSigner
        var payload = NotificationPayload()
        payload.notificationType = type
        payload.notificationUUID = "\(type.rawValue)-\(date.millisecondsSince1970)"
        payload.signedDate = date
        payload.data = NotificationData(json: ["bundleId": .string(SampleReceipt.bundleID), "environment": "Sandbox"])
        payload.data?.signedTransactionInfo = try SignedSample.transaction(signed: date, by: authority, change)
        return #"{"signedPayload":"\#(try signer.sign(payload.jsonData))"}"#
    }
}
