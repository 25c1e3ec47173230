import Foundation
import LocalAppStore
import Locking

@testable import LocalStoreKit

/// A store that does what a test tells it.
final class ScriptedSession: StoreSession {
    struct Script: Sendable {
        var now = Date(timeIntervalSince1970: 1_000)
        var canMakePayments = true
        var purchase: @Sendable (PaymentFields, Int) throws -> SessionPurchase = { payment, number in
            .purchased(.test("\(number)", payment))
        }
        var catalogue: Set<String> = ["rose", "tulip"]
        var productsError: (any Error)?
        var unfinished: [SessionTransaction] = []
        var restorable: [SessionTransaction] = []
        var restoreError: (any Error)?
        var receiptError: (any Error)?
        var finished: [String] = []
        var bought: [PaymentFields] = []
        var requestedProducts: [Set<String>] = []
        var restoredFor: [String?] = []
        var receipts = 0
        /// As of a store elsewhere, unless a test says otherwise.
        var eventCount: Int?
        var priceIncreases: [SessionPriceIncrease] = []
        var answers: [String] = []
        var attempts: [String: SessionAttempt] = [:]
        var storefront = "143441"
        var redeemed: [String] = []
        var purchaseIntents: [String] = []
        var redemption: @Sendable (String) throws -> SessionTransaction? = { .test($0, "club") }
        var moves = false
        var handler: (@Sendable ([SessionEvent]) -> Void)?
    }

    let script = Locked(Script())

    var eventCount: Int? { self.get(\.eventCount) }
    var now: Date { script.withLock { $0.now } }
    var canMakePayments: Bool { script.withLock { $0.canMakePayments } }
    var storefront: SKStorefront? { SKStorefront(countryCode: "USA", identifier: get(\.storefront)) }

    func set(_ change: @Sendable (inout Script) -> Void) { script.withLock { change(&$0) } }
    func get<Value: Sendable>(_ path: any KeyPath<Script, Value> & Sendable) -> Value {
        script.withLock { $0[keyPath: path] }
    }
    func send(_ events: SessionEvent...) { script.withLock { $0.handler }?(events) }

    func products(_ identifiers: Set<String>) throws -> SKProductsResponse {
        let (catalogue, error) = script.withLock { script in
            script.requestedProducts.append(identifiers)
            return (script.catalogue, script.productsError)
        }
        if let error { throw error }
        return SKProductsResponse(
            products: identifiers.intersection(catalogue).sorted().map(SKProduct.test),
            invalidProductIdentifiers: identifiers.subtracting(catalogue).sorted()
        )
    }

    func buy(_ payment: PaymentFields) throws -> SessionPurchase {
        let (purchase, number) = script.withLock { script in
            script.bought.append(payment)
            return (script.purchase, script.bought.count)
        }
        return try purchase(payment, number)
    }

    func meetAgain() throws -> Bool { get(\.moves) }

    func redeem(_ code: String) throws -> SessionPurchase? {
        set { $0.redeemed.append(code) }
        return try get(\.redemption)(code).map { .purchased($0) }
    }

    func unfinished() throws -> [SessionTransaction] { get(\.unfinished) }

    func restore(applicationUsername: String?) throws -> [SessionTransaction] {
        let (restorable, error) = script.withLock { script in
            script.restoredFor.append(applicationUsername)
            return (script.restorable, script.restoreError)
        }
        if let error { throw error }
        return restorable
    }

    func takePurchaseIntents() throws -> [BegunPurchase] {
        script.withLock { script in
            defer { script.purchaseIntents = [] }
            return script.purchaseIntents.map { BegunPurchase(productID: $0) }
        }
    }

    func finish(_ identifier: String) throws { set { $0.finished.append(identifier) } }

    func attempts() throws -> [String: SessionAttempt] { get(\.attempts) }

    func priceIncreases() throws -> [SessionPriceIncrease] { get(\.priceIncreases) }

    func answerPriceIncrease(_ identifier: String, accepts: Bool) throws {
        set { script in
            script.answers.append("\(identifier) \(accepts)")
            script.priceIncreases.removeAll { $0.identifier == identifier }
        }
    }

    func receipt(_ properties: ReceiptProperties) throws -> Data {
        let (number, error) = script.withLock { script in
            script.receipts += 1
            return (script.receipts, script.receiptError)
        }
        if let error { throw error }
        return Data("receipt \(number)".utf8)
    }

    func observe(_ handler: @escaping @Sendable ([SessionEvent]) -> Void) -> any Sendable {
        set { $0.handler = handler }
        return ()
    }
}

extension SessionTransaction {
    static func test(_ identifier: String, _ payment: PaymentFields) -> SessionTransaction {
        SessionTransaction(identifier: identifier, date: Date(timeIntervalSince1970: 1_000), payment: payment)
    }

    static func test(_ identifier: String, _ product: String, restoring original: String? = nil) -> SessionTransaction {
        var purchase = test(identifier, PaymentFields(productIdentifier: product))
        purchase.original = original.map { Original(identifier: $0, date: Date(timeIntervalSince1970: 500)) }
        return purchase
    }
}

extension SKProduct {
    static func test(_ identifier: String) -> SKProduct {
        SKProduct(fields: ProductFields(productIdentifier: identifier))
    }
}
