import AppStoreModels
import Foundation

extension StoreError.Code {
    /// A refund was asked for, or given, already; only devices see this.
    package static let refundAskedAlready = Self(rawValue: "refund-asked-already")
}

/// What a customer does on the App Store's own sheets.
extension LocalAppStore {
    /// Asks for a refund on the App Store's sheet.
    ///
    /// In test environments it is granted, unless the customer chooses to give another reason and types `REJECT`: at once in Xcode's and for what the developer
    /// is not asked about, else as soon as the developer has answered, at the latest after 12 hours.
    package func deviceRequestRefund(_ wish: DeviceMessages.RefundWish) throws(StoreError) {
        let environment = environment
        try perform { engine throws(StoreError) -> Result<Void, StoreError> in
            // A refusal is returned, not thrown: the strike that caused it has happened.
            if let refusal = engine.strikeConnection(wish.account) { return .failure(refusal) }
            let transaction = try engine.transaction(wish.transactionID)
            guard transaction.accountID == engine.signedInAccount(wish.account) else {
                throw StoreError(
                    .unknownTransaction,
                    "the account \"\(wish.account)\" has no transaction \(wish.transactionID)"
                )
            }
            guard transaction.revocationDate == nil,
                engine.refundRequest(transactionID: wish.transactionID)?.isOpen != true
            else {
                throw StoreError(
                    .refundAskedAlready,
                    "a refund of \(wish.transactionID) was asked for or given already; wait for the decision"
                )
            }
            let isRefused =
                environment != .production && wish.reason == "OTHER"
                && wish.details?.trimmingCharacters(in: .whitespaces).uppercased() == "REJECT"
            let isAskedAbout = [.consumable, .autoRenewableSubscription].contains(transaction.productType)
            if environment == .xcode || !isAskedAbout {
                if isRefused {
                    try engine.declineRefund(transactionID: wish.transactionID)
                } else {
                    try engine.refund(
                        transactionID: wish.transactionID,
                        reason: RevocationReason(refundReason: wish.reason)
                    )
                }
                return .success(())
            }
            try engine.requestRefund(
                transactionID: wish.transactionID,
                reason: wish.reason,
                decision: environment == .production ? .undecided : isRefused ? .decline : .grant
            )
            return .success(())
        }
        .get()
    }

    /// Changes a subscription on the App Store's sheet for subscriptions.
    package func deviceChangeSubscription(_ change: DeviceMessages.SubscriptionChange) throws(StoreError) {
        try perform { engine throws(StoreError) -> Result<Void, StoreError> in
            if let refusal = engine.strikeConnection(change.account) { return .failure(refusal) }
            let id = change.originalTransactionID
            guard try engine.subscription(id).accountID == engine.signedInAccount(change.account) else {
                throw StoreError(.unknownSubscription, "the account \"\(change.account)\" has no subscription \(id)")
            }
            if let product = change.productID {
                try engine.setRenewalProduct(product, originalTransactionID: id)
            }
            if let autoRenews = change.autoRenews { try engine.setAutoRenew(autoRenews, originalTransactionID: id) }
            return .success(())
        }
        .get()
    }
}
