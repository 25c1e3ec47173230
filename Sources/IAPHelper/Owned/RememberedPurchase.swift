import AppStoreModels
import Foundation
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What is remembered of the purchase of a product: enough to tell whether a receipt can know of it.
struct RememberedPurchase: Codable, Sendable {
    /// When it was bought; nil if nobody has said so, and on StoreKit 1, where every receipt names it.
    var date: Date?
    /// When the period ends that was paid for; nil for what has no end.
    var endDate: Date?
}

extension RememberedPurchase {
    /// What a transaction says.
    init(_ transaction: any PaymentTransaction) {
        guard let signed = transaction.signedDates else { return }
        // What is restored has the day of the restore.
        let restored = (transaction as? SKPaymentTransaction).flatMap { transaction in
            transaction.transactionState == .restored ? transaction.original : nil
        }
        date = restored?.transactionDate ?? transaction.transactionDate
        endDate = signed.end
    }

    /// Of two purchases of a product the later one, for a restore brings all of them in any order.
    func orLater(_ other: RememberedPurchase?) -> RememberedPurchase {
        guard let other, let otherDate = other.date else { return self }
        return otherDate > (date ?? .distantPast) ? other : self
    }
}
