public import Foundation
import LocalAppStore
public import LocalStoreKit

/// A transaction as the test environment sees it, at the moment when the session was asked.
// Sendable is safe: every stored property is immutable and Sendable.
open class SKTestTransaction: NSObject, @unchecked Sendable {
    private let record: TestTransactionRecord

    init(_ record: TestTransactionRecord) {
        self.record = record
        super.init()
    }

    /// Identifies the transaction in the session; that of a purchase is the one that the app sees.
    public var identifier: Int { record.identifier }

    /// The first transaction of a subscription, or of something bought again; its own identifier otherwise.
    public var originalTransactionIdentifier: Int { record.originalIdentifier }

    /// What was bought.
    public var productIdentifier: String { record.productIdentifier }

    /// When it was bought, or when the attempt was made.
    public var purchaseDate: Date { record.purchaseDate }

    /// When the period ends; nil unless it is a subscription.
    public var expirationDate: Date? { record.expirationDate }

    /// When it was refunded; nil if it was not.
    public var cancelDate: Date? { record.cancelDate }

    /// Whether the subscription renews; false for everything else.
    public var autoRenewingEnabled: Bool { record.autoRenewingEnabled }

    /// Whether something must be resolved: the purchase was interrupted, or the renewal could not be charged.
    public var hasPurchaseIssue: Bool { record.hasPurchaseIssue }

    /// Whether it waits for approval.
    public var pendingAskToBuyConfirmation: Bool { record.pendingAskToBuyConfirmation }

    /// Whether the customer was asked to agree to a higher price and has not answered.
    public var isPendingPriceIncreaseConsent: Bool { record.isPendingPriceIncreaseConsent }

    /// The state that the payment queue gave it.
    public var state: SKPaymentTransactionState { record.state }
}
