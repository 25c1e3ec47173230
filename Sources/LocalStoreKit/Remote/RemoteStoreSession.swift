import AppReceipt
import AppStoreModels
import Foundation
import LocalAppStore
import Locking

/// One account of a store that runs elsewhere, on one device.
///
/// A purchase is never sent twice. If the answer is lost, the transaction fails; should the store have charged, the
/// purchase is among the unfinished ones and arrives as soon as the store can be reached again.
final class RemoteStoreSession: StoreSession {
    let connection: StoreConnection
    let account: String
    let device: DeviceIdentifier
    private let customer = Locked(DeviceMessages.Customer?.none)
    private let watch: StoreWatch

    init(_ connection: StoreConnection, account: String, device: DeviceIdentifier, retry: CallbackQueue) {
        self.connection = connection
        self.account = account
        self.device = device
        watch = StoreWatch(connection, account: account, retry: retry)
    }

    var now: Date { (try? meet())?.now ?? customer.withLock { $0?.now } ?? Date(timeIntervalSince1970: 0) }

    /// Whoever waits for an answer holds a thread, which the store may need where it runs in the same process.
    var nowAtOnce: Date? { nil }

    var heardNow: Date? { known?.now }

    var canMakePayments: Bool { known?.account.canMakePayments ?? true }

    var storefront: SKStorefront? {
        guard let code = known?.account.storefront, let country = StoreCountry(code: code) else { return nil }
        return SKStorefront(countryCode: country.code, identifier: country.storefrontID)
    }

    func meetAgain() throws -> Bool {
        let before = known?.account.storefront
        return try meet().account.storefront != before && before != nil
    }

    func start(_ operation: DeviceOperation, product: String?) throws -> DeviceStart {
        try meetOnce()
        let wanted = DeviceMessages.Start(account: account, operation: operation, productID: product)
        let answer = try connection.ask("device/start", wanted, for: DeviceMessages.Started.self)
        customer.withLock { $0?.account = answer.account }
        return answer.start
    }

    func products(_ identifiers: Set<String>) throws -> SKProductsResponse {
        try meetOnce()
        let wanted = DeviceMessages.ProductsRequest(account: account, productIDs: identifiers.sorted())
        let found = try connection.ask("device/products", wanted, for: DeviceMessages.Products.self)
        return SKProductsResponse(
            products: found.items.map { SKProduct(fields: ProductFields($0, locale: found.locale)) },
            invalidProductIdentifiers: identifiers.subtracting(found.items.map(\.productID)).sorted()
        )
    }

    func buy(_ payment: PaymentFields) throws -> SessionPurchase {
        try meetOnce()
        let request = PurchaseRequest(payment, account: account)
        return try SessionPurchase(
            try connection.ask("device/purchases", request, for: DeviceMessages.Purchase.self)
        )
    }

    func redeem(_ code: String) throws -> SessionPurchase? {
        try meetOnce()
        let redemption = DeviceMessages.Redemption(account: account, code: code)
        let outcome = try connection.ask("device/codes", redemption, for: DeviceMessages.Purchase.self)
        if let failure = outcome.failure { throw SKError(failure: failure) }
        return SessionPurchase(redeemed: outcome.transaction, deliveries: outcome.deliveries ?? 1)
    }

    func unfinished() throws -> [SessionTransaction] {
        try meetOnce()
        return transactions(try ask("device/unfinished", for: DeviceMessages.Transactions.self))
    }

    func restore(applicationUsername: String?) throws -> [SessionTransaction] {
        try meetOnce()
        let wish = DeviceMessages.Restore(account: account, applicationUsername: applicationUsername)
        return transactions(try connection.ask("device/restore", wish, for: DeviceMessages.Transactions.self))
    }

    func takePurchaseIntents() throws -> [BegunPurchase] {
        try meetOnce()
        return try ask("device/purchase-intents", for: DeviceMessages.PurchaseIntents.self).purchases
    }

    func finish(_ identifier: String) throws {
        let finish = DeviceMessages.Finish(account: account, transactionID: identifier)
        _ = try connection.ask("device/finish", finish, for: DeviceMessages.Transactions.self)
    }

    func priceIncreases() throws -> [SessionPriceIncrease] {
        let answer = try ask("device/subscriptions", for: DeviceMessages.Subscriptions.self)
        return answer.subscriptions.compactMap(SessionPriceIncrease.init)
    }

    func answerPriceIncrease(_ identifier: String, accepts: Bool) throws {
        let answer = DeviceMessages.PriceAnswer(account: account, originalTransactionID: identifier, accepts: accepts)
        _ = try connection.ask("device/price-answers", answer, for: DeviceMessages.Subscriptions.self)
    }

    func receipt(_ properties: ReceiptProperties) throws -> Data {
        try meetOnce()
        let wanted = DeviceMessages.ReceiptRequest(
            account: account,
            device: Data(device.bytes),
            properties: properties
        )
        return try connection.ask("device/receipt", wanted, for: DeviceMessages.Receipt.self).receipt
    }

    func attempts() throws -> [String: SessionAttempt] {
        let answer = try ask("device/attempts", for: DeviceMessages.Attempts.self)
        return Dictionary(answer.attempts.map { ($0.id, SessionAttempt($0)) }) { first, _ in first }
    }

    func observe(_ handler: @escaping @Sendable ([SessionEvent]) -> Void) -> any Sendable {
        watch.begin { [weak self] events, isBack in
            guard let self else { return }
            var heard: [SessionEvent] = []
            for event in events.events {
                if event.reconnects(account) { heard.append(.missed) }
                if let account = event.account { customer.withLock { $0?.account = account } }
                heard += SessionEvent.events(event)
            }
            // A gap may hide anything. What happened before the first answer was heard by nobody, and what was asked while
            // the store was away was not answered.
            if !events.isComplete { heard.append(.stateReplaced) } else if isBack { heard.append(.missed) }
            handler(heard)
        }
        return WatchEnd(watch)
    }

    func ask<Answer: Decodable & Sendable>(_ path: String, for answer: Answer.Type) throws -> Answer {
        try connection.ask(path, DeviceMessages.Hello(account: account), for: answer)
    }

    /// The customer as far as is known. Whoever reads a property or adds a payment is not kept waiting for a store; the
    /// first exchange with it makes the customer known.
    private var known: DeviceMessages.Customer? { customer.withLock { $0 } }

    func meetOnce() throws {
        if customer.withLock({ $0 == nil }) { _ = try meet() }
    }

    private func meet() throws -> DeviceMessages.Customer {
        let customer = try ask("device/customer", for: DeviceMessages.Customer.self)
        self.customer.withLock { $0 = customer }
        return customer
    }

    private func transactions(_ answer: DeviceMessages.Transactions) -> [SessionTransaction] {
        let originals = Dictionary(answer.originals.map { ($0.transactionID, $0) }) { first, _ in first }
        return answer.transactions.filter { $0.revocationDate == nil }.map { transaction in
            let original = transaction.restoredTransactionID.flatMap { originals[$0] }
            return SessionTransaction(transaction, originalDate: original?.purchaseDate)
        }
    }
}

/// Ends a watch when it is released.
private final class WatchEnd: Sendable {
    private let watch: StoreWatch

    init(_ watch: StoreWatch) { self.watch = watch }

    deinit { watch.end() }
}
