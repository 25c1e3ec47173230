import Foundation

/// What a transaction knows beside its payment: only what its state allows.
struct TransactionOutcome: Sendable {
    private(set) var state = SKPaymentTransactionState.purchasing
    private(set) var identifier: String?
    private(set) var date: Date?
    private(set) var error: (any Error)?

    static let purchasing = TransactionOutcome()
    static let deferred = TransactionOutcome(state: .deferred)

    static func purchased(identifier: String, date: Date) -> TransactionOutcome {
        TransactionOutcome(state: .purchased, identifier: identifier, date: date)
    }

    static func restored(identifier: String, date: Date) -> TransactionOutcome {
        TransactionOutcome(state: .restored, identifier: identifier, date: date)
    }

    static func failed(_ error: any Error) -> TransactionOutcome {
        TransactionOutcome(state: .failed, error: error)
    }
}
