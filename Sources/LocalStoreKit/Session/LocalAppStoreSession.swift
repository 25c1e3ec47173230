import AppReceipt
import AppStoreModels
import Foundation
import LocalAppStore
import Locking

/// One account of a local store, on one device, in this process.
struct LocalAppStoreSession: StoreSession {
    let store: LocalAppStore
    let account: String
    let device: DeviceIdentifier
    /// A digest of the device's identifier, which every purchase and every look asks for.
    let deviceVerificationID: UUID
    private let seenStorefront: Locked<String?>

    init(store: LocalAppStore, account: String, device: DeviceIdentifier) {
        self.store = store
        self.account = account
        self.device = device
        deviceVerificationID = device.verificationID
        seenStorefront = Locked(try? store.deviceCustomer(account).account.storefront)
    }

    var isHere: Bool { true }

    var eventCount: Int? { store.eventCount }

    var now: Date { (try? store.deviceCustomer(account))?.now ?? store.now }

    var canMakePayments: Bool { (try? store.deviceCustomer(account))?.account.canMakePayments ?? false }

    var storefront: SKStorefront? {
        guard let code = try? store.deviceCustomer(account).account.storefront, let country = StoreCountry(code: code)
        else {
            return nil
        }
        return SKStorefront(countryCode: country.code, identifier: country.storefrontID)
    }

    func meetAgain() throws -> Bool {
        guard !store.deviceIsCutOff(account: account) else { throw URLError(.notConnectedToInternet) }
        try translated { () throws(StoreError) in try store.deviceSignIn(account) }
        return noteStorefront()
    }

    func start(_ operation: DeviceOperation, product: String?) throws -> DeviceStart {
        try translated { () throws(StoreError) in
            try store.deviceStart(operation, account: account, product: product)
        }
    }

    func products(_ identifiers: Set<String>) throws -> SKProductsResponse {
        let items = try translated { () throws(StoreError) in try store.deviceProducts(identifiers, account: account) }
        let locale = store.settings.locale
        return SKProductsResponse(
            products: items.map { SKProduct(fields: ProductFields($0, locale: locale)) },
            invalidProductIdentifiers: identifiers.subtracting(items.map(\.productID)).sorted()
        )
    }

    func buy(_ payment: PaymentFields) throws -> SessionPurchase {
        let request = PurchaseRequest(payment, account: account)
        if payment.request != nil {
            let (purchase, transaction) = try translated { () throws(StoreError) in
                try store.devicePurchase(request, device: deviceVerificationID)
            }
            return try SessionPurchase(DeviceMessages.Purchase(purchase), document: transaction.map(document))
        }
        let purchase = try translated { () throws(StoreError) in try store.devicePurchase(request) }
        return try SessionPurchase(DeviceMessages.Purchase(purchase))
    }

    func redeem(_ code: String) throws -> SessionPurchase? {
        let purchase = try translated { () throws(StoreError) in try store.deviceRedeem(code, account: account) }
        if let failure = purchase.failure { throw SKError(failure: failure) }
        return SessionPurchase(redeemed: purchase.outcome.transaction, deliveries: purchase.deliveries)
    }

    func unfinished() throws -> [SessionTransaction] {
        try translated { () throws(StoreError) in try store.deviceUnfinished(account: account) }
            .filter { $0.revocationDate == nil }
            .map { SessionTransaction($0) }
    }

    func restore(applicationUsername: String?) throws -> [SessionTransaction] {
        try translated { () throws(StoreError) in
            try store.deviceRestore(account: account, applicationUsername: applicationUsername)
        }
        .map { copy in
            let original = copy.restoredTransactionID.flatMap { try? store.transaction($0) }
            return SessionTransaction(copy, originalDate: original?.purchaseDate)
        }
    }

    func takePurchaseIntents() throws -> [BegunPurchase] {
        try translated { () throws(StoreError) in try store.deviceTakePurchaseIntents(account: account) }
    }

    func finish(_ identifier: String) throws {
        try translated { () throws(StoreError) in try store.deviceFinish(identifier, account: account) }
    }

    func priceIncreases() throws -> [SessionPriceIncrease] {
        store.subscriptions(account: store.deviceAccount(account)).compactMap(SessionPriceIncrease.init)
    }

    func attempts() throws -> [String: SessionAttempt] {
        Dictionary(store.attempts.map { ($0.id, SessionAttempt($0)) }) { first, _ in first }
    }

    func answerPriceIncrease(_ identifier: String, accepts: Bool) throws {
        try store.answerPriceIncrease(originalTransactionID: identifier, accepts: accepts)
    }

    func receipt(_ properties: ReceiptProperties) throws -> Data {
        try translated { () throws(StoreError) in
            try store.deviceReceipt(account: account, device: device, properties: properties)
        }
    }

    func receiptLater() throws -> @Sendable () throws -> Data {
        let contents = try translated { () throws(StoreError) in
            try store.deviceReceiptContents(account: account, device: device)
        }
        return { try translated { () throws(StoreError) in try store.deviceReceipt(contents, account: account) } }
    }

    func observe(_ handler: @escaping @Sendable ([SessionEvent]) -> Void) -> any Sendable {
        let (account, seenStorefront, missed) = (account, seenStorefront, MissedEvents())
        return store.observePortions { [weak store] events in
            guard let store else { return }
            let (signedIn, isCutOff) = store.deviceHearing(account: account)
            let heard = events.flatMap { event -> [SessionEvent] in
                if event.concernsAllDevices {
                    missed.leaveOut(event)
                    // The device looks at everything anew once it is online again.
                    return isCutOff ? [.stateReplaced] : SessionEvent.events(event)
                }
                if !isCutOff, event.reconnects(account) { return missed.take() + [.missed] }
                guard event.accountID == signedIn else { return [] }
                if let account = event.account { seenStorefront.withLock { $0 = account.storefront } }
                let events = SessionEvent.events(event)
                guard isCutOff else { return events }
                missed.add(events)
                return []
            }
            handler(heard)
        }
    }

    /// Remembers the storefront as it is now; tells whether it is another one than before.
    private func noteStorefront() -> Bool {
        let storefront = try? store.deviceCustomer(account).account.storefront
        return seenStorefront.withLock { seen in
            defer { seen = storefront }
            return seen != storefront
        }
    }

    /// Runs `body`; a refusal of the store becomes an error of StoreKit.
    func translated<Value>(_ body: () throws(StoreError) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw error.ofStoreKit
        }
    }
}
