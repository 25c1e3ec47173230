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
        var transaction = TransactionPayload()
        transaction.transactionID = "2001"
        transaction.originalTransactionID = "2000"
        transaction.bundleID = SampleReceipt.bundleID
        transaction.productID = "com.example.app.monthly"
        transaction.type = .autoRenewableSubscription
        transaction.environment = .sandbox
        transaction.purchaseDate = TestAuthority.signingDate
        transaction.expiresDate = TestAuthority.signingDate + 30 * 86_400
        transaction.signedDate = date
        change(&transaction)
        let signer = try authority.get().jwsSigner
        var payload = NotificationPayload()
        payload.notificationType = type
        payload.notificationUUID = "\(type.rawValue)-\(date.millisecondsSince1970)"
        payload.signedDate = date
        payload.data = NotificationData(json: ["bundleId": .string(SampleReceipt.bundleID), "environment": "Sandbox"])
        payload.data?.signedTransactionInfo = try signer.sign(transaction.jsonData)
        return #"{"signedPayload":"\#(try signer.sign(payload.jsonData))"}"#
    }
}
