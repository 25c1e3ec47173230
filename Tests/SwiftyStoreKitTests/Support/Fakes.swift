import Foundation
import LocalStoreKit
import Locking

/// A product with an identifier, as tests of apps make it: by overriding.
final class FakeProduct: SKProduct, @unchecked Sendable {
    private let identifier: String

    init(_ identifier: String) {
        self.identifier = identifier
        super.init()
    }

    override var productIdentifier: String { identifier }
}

final class FakeResponse: SKProductsResponse, @unchecked Sendable {
    private let found: [SKProduct]
    private let invalid: [String]

    init(_ found: [SKProduct], _ invalid: [String]) {
        self.found = found
        self.invalid = invalid
        super.init()
    }

    override var products: [SKProduct] { found }
    override var invalidProductIdentifiers: [String] { invalid }
}

/// A transaction whose state a test changes.
// Sendable is safe: what changes is behind a lock.
final class FakeTransaction: SKPaymentTransaction, @unchecked Sendable {
    private let asked: SKMutablePayment
    private let first: FakeTransaction?
    private let moment: Date?
    private let reason: (any Error)?
    private let identifier: String?
    private let current: Locked<SKPaymentTransactionState>

    init(
        _ product: String,
        _ state: SKPaymentTransactionState,
        quantity: Int = 1,
        username: String? = nil,
        date: TimeInterval? = 10_000,
        error: (any Error)? = nil,
        original: FakeTransaction? = nil,
        identifier: String? = nil
    ) {
        asked = SKMutablePayment()
        asked.productIdentifier = product
        asked.quantity = quantity
        asked.applicationUsername = username
        first = original
        moment = date.map { Date(timeIntervalSince1970: $0) }
        reason = error
        self.identifier = identifier
        current = Locked(state)
        super.init()
    }

    func becomes(_ state: SKPaymentTransactionState) -> FakeTransaction {
        current.withLock { $0 = state }
        return self
    }

    override var payment: SKPayment { asked }
    override var original: SKPaymentTransaction? { first }
    override var transactionDate: Date? { moment }
    override var transactionIdentifier: String? { identifier }
    override var error: (any Error)? { reason }
    override var transactionState: SKPaymentTransactionState { current.withLock { $0 } }
}
