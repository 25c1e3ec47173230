import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A call of `purchaseProduct` that waits for its transaction.
struct PaymentExpectation: Sendable {
    let product: SKProduct
    let quantity: Int
    let applicationUsername: String?
    let atomically: Bool
    /// When the payment was made: what was bought earlier is not it. A store that is asked for it says it before anything
    /// is bought.
    let registered: Moment
    let handler: Handler<TransactionResult>
    /// Which call it is, for a caller that stops waiting.
    let wait: Wait
    /// The transaction that was seen purchasing for this payment.
    var transaction: SKPaymentTransaction?
    /// Which of the payments it is, counted from 1; the stage counts.
    var number = 0

    /// Tells calls apart.
    final class Wait: Sendable {}

    /// Whether a transaction could be the one, by what it was asked for.
    func fits(_ transaction: SKPaymentTransaction) -> Bool {
        let payment = transaction.payment
        guard payment.productIdentifier == product.productIdentifier, payment.quantity == quantity else { return false }
        // The queue may lose a name that is no UUID; only two different names tell payments apart.
        guard let applicationUsername, let name = payment.applicationUsername else { return true }
        return name == applicationUsername
    }

    /// Whether a transaction whose object nobody saw purchasing could be the one: it must not be older than the payment.
    ///
    /// The allowance is for store and device clocks that disagree. Of a transaction without a date, the stage knows whether
    /// it was there before.
    func isAnswered(by transaction: SKPaymentTransaction) -> Bool {
        guard fits(transaction), transaction.original == nil else { return false }
        guard let date = transaction.transactionDate, let registered = registered.date else { return true }
        return date >= registered.addingTimeInterval(-60)
    }
}
