public import Foundation
import Locking

/// One purchase in the payment queue; the same object for as long as the queue holds it.
// Sendable is safe: what changes is behind a lock; the payment is copied in and never changed afterwards.
open class SKPaymentTransaction: NSObject, @unchecked Sendable {
    private let storedPayment: SKPayment
    private let storedOriginal: SKPaymentTransaction?
    private let state: Locked<State>

    private struct State {
        var outcome: TransactionOutcome
        var downloads: [SharedDownload] = []
    }

    /// A transaction for no product in state `purchasing`, for subclasses.
    public override init() {
        storedPayment = SKPayment()
        storedOriginal = nil
        state = Locked(State(outcome: TransactionOutcome()))
        super.init()
    }

    init(payment: PaymentFields, outcome: TransactionOutcome, original: SKPaymentTransaction? = nil) {
        storedPayment = SKPayment(fields: payment)
        storedOriginal = original
        state = Locked(State(outcome: outcome))
        super.init()
    }

    /// Why the purchase failed; only in state `.failed`.
    open var error: (any Error)? { state.withLock { $0.outcome.error } }

    /// The purchase that this one restores; only in state `.restored`.
    open var original: SKPaymentTransaction? { storedOriginal }

    /// What was asked for: an immutable copy of the payment that was added.
    open var payment: SKPayment { storedPayment }

    /// The hosted content to download; finish the transaction only when it is there.
    open var downloads: [SKDownload] { state.withLock { $0.downloads }.map(\.download) }

    /// When the purchase was made; only in states `.purchased` and `.restored`.
    open var transactionDate: Date? { state.withLock { $0.outcome.date } }

    /// The identifier of the purchase; only in states `.purchased` and `.restored`.
    open var transactionIdentifier: String? { state.withLock { $0.outcome.identifier } }

    /// The receipt of this purchase in the form that iOS 7 replaced; always nil.
    open var transactionReceipt: Data? { nil }

    /// Where the transaction stands.
    open var transactionState: SKPaymentTransactionState { state.withLock { $0.outcome.state } }

    /// State, product and identifier.
    open override var debugDescription: String {
        "\(transactionIdentifier ?? "no identifier"): \(payment.quantity) of \(payment.productIdentifier), "
            + "state \(transactionState.rawValue)"
    }

    /// Gives a delivered transaction its downloads, once.
    final func host(_ downloads: [SKDownload]) {
        let shared = downloads.map(SharedDownload.init)
        state.withLock { if $0.downloads.isEmpty { $0.downloads = shared } }
    }

    /// Moves the transaction on. Called on the callback queue just before the observers hear of it.
    final func become(_ outcome: TransactionOutcome) {
        state.withLock { $0.outcome = outcome }
    }
}

extension SKPaymentTransaction {
    /// A purchase of the store as the queue delivers it, restored if it has an original.
    convenience init(_ purchase: SessionTransaction) {
        let original = purchase.original.map { original in
            SKPaymentTransaction(
                payment: purchase.payment,
                outcome: .purchased(identifier: original.identifier, date: original.date)
            )
        }
        self.init(payment: purchase.payment, outcome: purchase.outcome, original: original)
    }
}

extension SessionTransaction {
    /// What the transaction knows once it is delivered.
    var outcome: TransactionOutcome {
        original == nil
            ? .purchased(identifier: identifier, date: date)
            : .restored(identifier: identifier, date: date)
    }
}
