import AppReceipt
import AppStoreTrust
import Foundation

/// The receipt of a customer who subscribed and renewed twelve times.
struct SubscriberReceipt {
    private let writer: ReceiptWriter
    private let policy: TrustPolicy
    private let draft: ReceiptDraft

    init() throws {
        let date = Date(timeIntervalSince1970: 1_748_736_000)
        let authority = try CertificateAuthority.make(
            name: "Costs",
            validFrom: date.addingTimeInterval(-86_400),
            validUntil: date.addingTimeInterval(86_400 * 365)
        )
        let device = try DeviceIdentifier("3B76A7BD-8F5B-4B0A-9E0D-1D3C5E7F9A0B")
        var draft = ReceiptDraft(
            bundleID: "com.example.flowershop",
            appVersion: "42",
            deviceIdentifier: device,
            opaqueValue: (0..<16).map { 7 &* $0 &+ 1 },
            creationDate: date
        )
        draft.inAppPurchases = (0..<13).map { month in
            let start = date.addingTimeInterval(Double(month - 13) * 86_400 * 30)
            var purchase = InAppPurchaseDraft(
                productID: "com.example.flowershop.monthly",
                transactionID: "\(2_000_000_900_000_001 + month)",
                purchaseDate: start,
                productKind: .autoRenewableSubscription,
                originalTransactionID: "2000000900000001"
            )
            purchase.expiresDate = start.addingTimeInterval(86_400 * 30)
            return purchase
        }
        self.draft = draft
        writer = ReceiptWriter(authority: authority)
        policy = .trusting([authority.receiptAnchor])
    }

    /// Making it, and validating it and reading its purchases by a validator that has not seen the chain before.
    func madeAndValidated() throws -> () throws -> Void {
        {
            let receipt = try writer.receipt(draft)
            let validator = AppReceiptValidator(
                policy: policy,
                bundleID: draft.bundleID,
                appVersion: draft.appVersion,
                deviceIdentifiers: draft.deviceIdentifier.map { [$0] }
            )
            guard try validator.validated(receipt).inAppPurchases.count == 13 else {
                throw CocoaError(.coderInvalidValue)
            }
        }
    }
}
