import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A purchase of StoreKit 2 in the form that everything above the backend knows: a transaction of a payment queue.
// Sendable is safe: what changes is behind a lock; the payment is made here and never changed.
final class StoreKit2Transaction: SKPaymentTransaction, @unchecked Sendable {
    private let asked: SKPayment
    private let first: StoreKit2Transaction?
    private let content: Locked<Content>
    /// What tells the delivery of a restored purchase from that of the purchase, and from other restores; nil for what
    /// was bought.
    let restoredDelivery: String?

    private struct Content: Sendable {
        var state: SKPaymentTransactionState
        var signed: SignedTransaction?
        var reason: SKError?
    }

    private init(
        _ payment: SKPayment,
        _ content: Content,
        first: StoreKit2Transaction? = nil,
        delivery: String? = nil
    ) {
        asked = payment
        self.first = first
        restoredDelivery = delivery
        self.content = Locked(content)
        super.init()
    }

    /// A purchase that begins.
    convenience init(purchasing order: PaymentOrder) {
        self.init(order.payment, Content(state: .purchasing))
    }

    /// A purchase that nobody here began.
    convenience init(purchased signed: SignedTransaction) {
        self.init(PaymentOrder(signed).payment, Content(state: .purchased, signed: signed))
    }

    /// A purchase of before, given back.
    convenience init(restored signed: SignedTransaction, delivery: String) {
        let first = StoreKit2Transaction(purchased: signed)
        let content = Content(state: .restored, signed: signed)
        self.init(PaymentOrder(signed).payment, content, first: first, delivery: delivery)
    }

    /// What the App Store signed; nil unless something was bought.
    var signed: SignedTransaction? { content.withLock { $0.signed } }

    /// The purchase went through.
    func becomePurchased(_ signed: SignedTransaction) {
        content.withLock { $0 = Content(state: .purchased, signed: signed) }
    }

    /// The purchase waits for somebody.
    func becomeDeferred() { content.withLock { $0 = Content(state: .deferred) } }

    /// The purchase failed.
    func becomeFailed(_ reason: SKError) { content.withLock { $0 = Content(state: .failed, reason: reason) } }

    override var payment: SKPayment { asked }
    override var original: SKPaymentTransaction? { first }
    override var error: (any Error)? { content.withLock { $0.reason } }
    override var transactionState: SKPaymentTransactionState { content.withLock { $0.state } }
    override var transactionIdentifier: String? { signed?.id }
    override var transactionDate: Date? { signed?.transaction.purchaseDate }
}

extension SKPaymentTransaction {
    /// The product that the App Store signed, or else the one that was asked for.
    ///
    /// They differ where a lower plan waits for the renewal: StoreKit 2 answers with the transaction that the customer has, and
    /// that one must not be delivered as something else.
    var boughtProductID: String {
        (self as? StoreKit2Transaction)?.signed?.transaction.productID ?? payment.productIdentifier
    }
}

/// What is bought and how, in a form that any task may have.
struct PaymentOrder: Sendable {
    let productID: String
    let quantity: Int
    let applicationUsername: String?
    let simulatesAskToBuy: Bool
    let discount: PaymentDiscount?
    /// The offer for who comes back, which no payment of StoreKit 1 can carry.
    let winBackOfferID: String?

    init(_ payment: SKPayment, winBackOfferID: String? = nil) {
        self.winBackOfferID = winBackOfferID
        productID = payment.productIdentifier
        quantity = payment.quantity
        applicationUsername = payment.applicationUsername
        #if os(macOS)
            simulatesAskToBuy = false
        #else
            simulatesAskToBuy = payment.simulatesAskToBuyInSandbox
        #endif
        discount = payment.paymentDiscount.map(PaymentDiscount.init)
    }

    init(_ signed: SignedTransaction) {
        productID = signed.transaction.productID
        quantity = signed.transaction.purchasedQuantity
        applicationUsername = signed.transaction.appAccountToken?.uuidString
        simulatesAskToBuy = false
        discount = nil
        winBackOfferID = nil
    }

    /// The same as a payment.
    var payment: SKPayment {
        let payment = SKMutablePayment()
        payment.productIdentifier = productID
        payment.quantity = quantity
        payment.applicationUsername = applicationUsername
        return payment
    }

    /// The account as StoreKit 2 takes it: only a UUID.
    var accountToken: UUID? { applicationUsername.flatMap(UUID.init(uuidString:)) }

    /// Whether a transaction may be what came of it.
    func fits(_ signed: SignedTransaction) -> Bool {
        let transaction = signed.transaction
        guard transaction.productID == productID, transaction.purchasedQuantity == quantity else { return false }
        guard let accountToken, let other = transaction.appAccountToken else { return true }
        return accountToken == other
    }
}
