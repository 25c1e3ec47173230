import AppStoreModels
package import Entitlements
package import Foundation

/// A notification of the App Store whose authenticity was checked.
package struct ReceivedNotification: Sendable {
    /// The key against duplicates.
    package var identifier: String
    /// What happened, as the App Store spells it, with the subtype after a slash.
    package var type: String
    /// When the App Store signed it.
    package var signedDate: Date?
    /// When it came.
    package var receivedAt: Date
    /// The body as it came; for version 1 without the password.
    package var body: Data
    /// What it states.
    package var facts: PurchaseFacts
    /// A receipt that came with it, to ask for more; version 1 only.
    package var latestReceipt: AccountReceipt?
    /// Why the customer wants the money back, in Apple's word; version 2 only, and only of a request for a refund.
    package var refundReason: String?

    /// A notification.
    package init(
        identifier: String,
        type: String,
        signedDate: Date?,
        receivedAt: Date,
        body: Data,
        facts: PurchaseFacts,
        latestReceipt: AccountReceipt? = nil,
        refundReason: String? = nil
    ) {
        self.identifier = identifier
        self.type = type
        self.signedDate = signedDate
        self.receivedAt = receivedAt
        self.body = body
        self.facts = facts
        self.latestReceipt = latestReceipt
        self.refundReason = refundReason
    }
}

extension ReceivedNotification {
    /// Of which App Store the purchase is that it is about; nil where it is about none.
    var environment: AppStoreEnvironment? {
        facts.purchases.first?.environment ?? facts.renewals.first?.environment
    }
}
