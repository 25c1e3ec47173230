public import AppReceipt
public import AppStoreTrust
public import Foundation

/// Receipts that tests make themselves.
public enum SampleReceipt {
    /// The app of the samples.
    public static let bundleID = "com.example.app"
    /// The version of the samples.
    public static let appVersion = "1.2.3"
    /// The device of the samples.
    public static let deviceBytes: [UInt8] = [
        0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF, 0x00,
    ]

    /// A draft with a non-consumable and a subscription in its trial.
    public static func draft() throws -> ReceiptDraft {
        var draft = ReceiptDraft(
            bundleID: bundleID,
            appVersion: appVersion,
            deviceIdentifier: try DeviceIdentifier(bytes: deviceBytes),
            opaqueValue: Array(1...16),
            creationDate: TestAuthority.signingDate
        )
        draft.inAppPurchases = [nonConsumable, subscription]
        return draft
    }

    /// `com.example.app.pro`, transaction 1000.
    public static var nonConsumable: InAppPurchaseDraft {
        InAppPurchaseDraft(
            productID: "com.example.app.pro",
            transactionID: "1000",
            purchaseDate: TestAuthority.signingDate.addingTimeInterval(-86_400),
            productKind: .nonConsumable
        )
    }

    /// `com.example.app.monthly`, transaction 2001 of chain 2000, a trial that ends 30 days after the signing date.
    public static var subscription: InAppPurchaseDraft {
        var purchase = InAppPurchaseDraft(
            productID: "com.example.app.monthly",
            transactionID: "2001",
            purchaseDate: TestAuthority.signingDate,
            productKind: .autoRenewableSubscription,
            originalTransactionID: "2000",
            originalPurchaseDate: TestAuthority.signingDate.addingTimeInterval(1)
        )
        purchase.expiresDate = TestAuthority.signingDate.addingTimeInterval(30 * 86_400)
        purchase.webOrderLineItemID = 3_000
        purchase.isTrialPeriod = true
        purchase.isInIntroOfferPeriod = false
        return purchase
    }

    /// A receipt of ``draft()`` after `change`, signed by the trusted authority.
    public static func signed(
        digest: ReceiptDigest = .sha256,
        by authority: Result<CertificateAuthority, TrustError> = TestAuthority.trusted,
        _ change: (inout ReceiptDraft) -> Void = { _ in }
    ) throws -> Data {
        var draft = try draft()
        change(&draft)
        return try ReceiptWriter(authority: authority.get(), digest: digest).receipt(draft)
    }

    /// A validator that accepts the samples.
    public static func validator() throws -> AppReceiptValidator {
        AppReceiptValidator(
            policy: try TestAuthority.policy,
            bundleID: bundleID,
            appVersion: appVersion,
            deviceIdentifiers: [try DeviceIdentifier(bytes: deviceBytes)],
            environments: [.sandbox],
            now: TestAuthority.signingDate
        )
    }
}
