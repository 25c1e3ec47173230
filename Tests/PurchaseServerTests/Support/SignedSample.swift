import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport

/// The subscription of ``SampleReceipt`` as signed transactions: chain 2000, periods of 30 days.
enum SignedSample {
    /// - Parameters:
    ///   - number: Which period; 0 for the first.
    ///   - date: When it was signed.
    ///   - authority: Who signs.
    ///   - change: What else is different.
    static func transaction(
        _ number: Int = 0,
        signed date: Date = TestAuthority.signingDate,
        by authority: Result<CertificateAuthority, TrustError> = TestAuthority.trusted,
        _ change: (inout TransactionPayload) -> Void = { _ in }
    ) throws -> String {
        var payload = TransactionPayload()
        payload.transactionID = "\(2001 + number)"
        payload.originalTransactionID = "2000"
        payload.bundleID = SampleReceipt.bundleID
        payload.productID = "com.example.app.monthly"
        payload.type = .autoRenewableSubscription
        payload.environment = .sandbox
        payload.purchaseDate = TestAuthority.signingDate + Double(number) * 30 * 86_400
        payload.expiresDate = TestAuthority.signingDate + Double(number + 1) * 30 * 86_400
        payload.signedDate = date
        change(&payload)
        return try authority.get().jwsSigner.sign(payload.jsonData)
    }
}
