import AppReceipt
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What the helper knows.
struct HelperState: Sendable {
    private(set) var configuration: (any IAPProductConfiguration)?
    private(set) var persistence: IAPPersistence
    var validator: AppReceiptValidator?
    /// The app's products; nil until they are read, empty if they cannot be.
    var catalogue: ProductCatalogue?
    /// What the App Store says about them.
    var products: [SKProduct]?
    /// What the customer owns, and what is known of each purchase; nil until what is remembered is read.
    var purchased: [ProductId: RememberedPurchase]?
    var isPurchasing = false
    /// Hears what nobody else waits for.
    var listener: Handler<IAPNotification>?
    /// Those whose purchases wait for approval, by product, oldest first.
    private var deferred: [ProductId: [Handler<IAPNotification>]] = [:]
    private var held: [Held] = []

    /// A purchase that nobody has heard of yet.
    struct Held: Sendable {
        let purchase: Purchase
        /// The other transactions in which the queue shows it.
        var copies: [Purchase] = []
    }

    init(
        configuration: (any IAPProductConfiguration)?,
        persistence: IAPPersistence,
        validator: AppReceiptValidator?
    ) {
        self.configuration = configuration
        self.persistence = persistence
        self.validator = validator
    }

    mutating func configure(_ configuration: (any IAPProductConfiguration)?) {
        self.configuration = configuration
        catalogue = nil
        purchased = nil
    }

    mutating func persist(_ persistence: IAPPersistence) {
        self.persistence = persistence
        purchased = nil
    }

    /// Begins a purchase, unless one runs.
    mutating func beginPurchase() -> Bool {
        defer { isPurchasing = true }
        return !isPurchasing
    }

    mutating func await(_ productId: ProductId, _ handler: Handler<IAPNotification>) {
        deferred[productId, default: []].append(handler)
    }

    /// Who hears of a purchase that was not expected: who has waited for its approval, else who hears everything.
    mutating func takeListener(for productId: ProductId) -> Handler<IAPNotification>? {
        guard var waiting = deferred[productId], !waiting.isEmpty else { return listener }
        let first = waiting.removeFirst()
        deferred[productId] = waiting.isEmpty ? nil : waiting
        return first
    }

    /// Keeps a purchase until somebody hears of it. The queue may show it again, and in more than one transaction: it is
    /// granted once, and all of them are finished.
    mutating func hold(_ purchase: Purchase) {
        guard let index = held.firstIndex(where: { $0.purchase.isSamePurchase(as: purchase) }) else {
            return held.append(Held(purchase: purchase))
        }
        let shown = [held[index].purchase] + held[index].copies
        if !shown.contains(where: { $0.isSameTransaction(as: purchase) }) { held[index].copies.append(purchase) }
    }

    mutating func takeHeld() -> [Held] {
        defer { held = [] }
        return held
    }
}

extension Purchase {
    fileprivate func isSamePurchase(as other: Purchase) -> Bool {
        if isSameTransaction(as: other) { return true }
        guard let identifier = transaction.transactionIdentifier else { return false }
        return identifier == other.transaction.transactionIdentifier
            && transaction.transactionState == other.transaction.transactionState
    }

    fileprivate func isSameTransaction(as other: Purchase) -> Bool {
        guard let mine = transaction as? SKPaymentTransaction else { return false }
        return mine === (other.transaction as? SKPaymentTransaction)
    }
}
