public import AppStoreModels
public import AppStoreTrust
import Foundation

/// A notification about the renewal of a subscription in the sandbox, with what is signed inside it, to be changed and
/// signed.
public struct SampleNotification: Sendable {
    /// The whole, without its signed parts.
    public var notification = NotificationPayload()
    /// Transaction 2 of chain 1; nil leaves it out.
    public var transaction: TransactionPayload?
    /// Renewal information of chain 1; nil leaves it out.
    public var renewalInfo: RenewalInfoPayload?

    /// The app that it is about.
    public static let bundleID = SampleReceipt.bundleID

    /// A notification that is genuine once it is signed.
    public init() {
        notification.notificationType = .didRenew
        notification.notificationUUID = "7f2c1b0e-0000-4000-8000-000000000001"
        notification.signedDate = TestAuthority.signingDate
        notification.data = NotificationData(json: ["bundleId": .string(Self.bundleID), "environment": "Sandbox"])
        var transaction = TransactionPayload()
        transaction.transactionID = "2"
        transaction.originalTransactionID = "1"
        transaction.bundleID = Self.bundleID
        transaction.productID = "com.example.app.monthly"
        transaction.environment = .sandbox
        transaction.purchaseDate = TestAuthority.signingDate
        transaction.signedDate = TestAuthority.signingDate
        self.transaction = transaction
        var renewal = RenewalInfoPayload()
        renewal.originalTransactionID = "1"
        renewal.autoRenewStatus = .on
        renewal.environment = .sandbox
        renewal.signedDate = TestAuthority.signingDate
        renewalInfo = renewal
    }

    /// Which App Store everything comes from, and the app's number that it names.
    public mutating func move(to environment: AppStoreEnvironment, appAppleID: Int64?) {
        notification.data?.environment = environment
        notification.data?.appAppleID = appAppleID
        transaction?.environment = environment
        renewalInfo?.environment = environment
    }

    /// Signs the parts and the whole.
    ///
    /// - Parameters:
    ///   - authority: Who signs the whole.
    ///   - inner: Who signs the parts.
    public func signed(
        by authority: Result<CertificateAuthority, TrustError> = TestAuthority.trusted,
        parts inner: Result<CertificateAuthority, TrustError> = TestAuthority.trusted
    ) throws -> String {
        var whole = notification
        let signer = try inner.get().jwsSigner
        if whole.data != nil {
            whole.data?.signedTransactionInfo = try transaction.map { try signer.sign($0.jsonData) }
            whole.data?.signedRenewalInfo = try renewalInfo.map { try signer.sign($0.jsonData) }
        }
        return try authority.get().jwsSigner.sign(whole.jsonData)
    }
}
