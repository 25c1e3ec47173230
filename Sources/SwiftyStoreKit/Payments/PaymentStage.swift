import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// The payments that wait for their transactions, in the order in which they were made.
///
/// A payment is bound to the transaction that is seen purchasing for it: an older purchase of the same product that turns
/// up meanwhile is not taken for it. A payment that is not bound is answered by a transaction that fits, is not older, and
/// was not there before. StoreKit usually shows one object for a transaction, but promises none; so the same holds for a
/// bound payment whose own object has left the queue.
struct PaymentStage: Sendable {
    private var expectations: [PaymentExpectation] = []
    /// How many payments were made.
    private var made = 0
    /// The store's identifiers of what was seen bought or restored, until it leaves the queue.
    private var seen: Set<String> = []
    /// What was seen without a date, until it leaves the queue, with how many payments had been made by then.
    private var undated: [ObjectIdentifier: (transaction: SKPaymentTransaction, made: Int)] = [:]

    mutating func expect(_ expectation: PaymentExpectation) {
        made += 1
        var expectation = expectation
        expectation.number = made
        expectations.append(expectation)
    }

    /// Forgets a payment whose caller does not wait any more; its transaction goes where unexpected ones go.
    mutating func abandon(_ wait: PaymentExpectation.Wait) -> Handler<TransactionResult>? {
        guard let index = expectations.firstIndex(where: { $0.wait === wait }) else { return nil }
        return expectations.remove(at: index).handler
    }

    /// Transactions have left the queue without an outcome, as when another account signs in: no answer will come.
    mutating func forget(_ transactions: [SKPaymentTransaction]) -> [ClientAction] {
        for transaction in transactions {
            if let identifier = transaction.transactionIdentifier { seen.remove(identifier) }
            undated[ObjectIdentifier(transaction)] = nil
        }
        return transactions.compactMap { transaction in
            guard let index = expectations.firstIndex(where: { $0.transaction === transaction }) else { return nil }
            let reason = [NSLocalizedDescriptionKey: "The purchase left the payment queue without an outcome"]
            let error = SKError(.unknown, userInfo: reason)
            return .purchase(expectations.remove(at: index).handler, .failed(error: error), finish: [])
        }
    }

    /// Whether a payment is bound to an object, so that it counts which objects are in the queue.
    var hasBound: Bool { expectations.contains { $0.transaction != nil } }

    /// Takes a transaction that answers a payment. Nil if it answers none.
    ///
    /// - Parameter queued: The objects that are in the queue.
    mutating func take(_ transaction: SKPaymentTransaction, queued: Set<ObjectIdentifier>) -> ClientAction? {
        let state = transaction.transactionState
        note(transaction)
        if state == .purchasing {
            bind(transaction)
            return nil
        }
        let isNew = transaction.transactionIdentifier.map { seen.insert($0).inserted } ?? true
        guard let index = index(answeredBy: transaction, in: state, isNew ? queued : nil) else { return nil }
        switch state {
        case .purchased, .restored: return purchased(transaction, by: expectations.remove(at: index))
        case .deferred: return deferred(transaction, by: expectations.remove(at: index))
        case .failed: return failed(transaction, by: expectations.remove(at: index))
        default: return nil
        }
    }

    /// Notes when a transaction that has no date was seen first.
    private mutating func note(_ transaction: SKPaymentTransaction) {
        let object = ObjectIdentifier(transaction)
        guard transaction.transactionDate == nil, undated[object] == nil else { return }
        undated[object] = (transaction, made)
    }

    /// Whether a transaction was there, without a date then, before a payment was made.
    private func wasThere(_ transaction: SKPaymentTransaction, before expectation: PaymentExpectation) -> Bool {
        return undated[ObjectIdentifier(transaction)].map { $0.made < expectation.number } ?? false
    }

    private mutating func bind(_ transaction: SKPaymentTransaction) {
        guard !expectations.contains(where: { $0.transaction === transaction }) else { return }
        let index = expectations.firstIndex {
            $0.transaction == nil && $0.fits(transaction) && !wasThere(transaction, before: $0)
        }
        if let index { expectations[index].transaction = transaction }
    }

    private func index(
        answeredBy transaction: SKPaymentTransaction,
        in state: SKPaymentTransactionState,
        _ queued: Set<ObjectIdentifier>?
    ) -> Int? {
        if let bound = expectations.firstIndex(where: { $0.transaction === transaction }) { return bound }
        // A restored transaction is history, never the answer to a new payment. Nor is one that was seen before.
        guard state != .restored, let queued else { return nil }
        let answered = expectations.indices.filter {
            expectations[$0].isAnswered(by: transaction) && !wasThere(transaction, before: expectations[$0])
        }
        if let unbound = answered.first(where: { expectations[$0].transaction == nil }) { return unbound }
        return answered.first { index in
            expectations[index].transaction.map { !queued.contains(ObjectIdentifier($0)) } ?? true
        }
    }

    private func purchased(
        _ transaction: SKPaymentTransaction,
        by expectation: PaymentExpectation
    ) -> ClientAction {
        let details = PurchaseDetails(transaction, of: expectation, needsFinish: !expectation.atomically)
        return .purchase(
            expectation.handler,
            .purchased(purchase: details),
            finish: expectation.atomically ? [transaction] : []
        )
    }

    private func deferred(_ transaction: SKPaymentTransaction, by expectation: PaymentExpectation) -> ClientAction {
        // What waits for approval is not over, so there is nothing to finish.
        let details = PurchaseDetails(transaction, of: expectation, needsFinish: false)
        return .purchase(expectation.handler, .deferred(purchase: details), finish: [])
    }

    private func failed(_ transaction: SKPaymentTransaction, by expectation: PaymentExpectation) -> ClientAction {
        .purchase(expectation.handler, .failed(error: SKError(storeError: transaction.error)), finish: [transaction])
    }
}

extension PurchaseDetails {
    fileprivate init(_ transaction: SKPaymentTransaction, of expectation: PaymentExpectation, needsFinish: Bool) {
        self.init(
            productId: transaction.boughtProductID,
            quantity: transaction.payment.quantity,
            product: expectation.product,
            transaction: transaction,
            originalTransaction: transaction.original,
            needsFinishTransaction: needsFinish
        )
    }
}
