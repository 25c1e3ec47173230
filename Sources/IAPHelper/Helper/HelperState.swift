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
    /// Where in ``held`` a purchase is, by each name that it has.
    private var heldPlaces: [HeldName: Int] = [:]

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
        let object = purchase.heldObject
        if let object, heldPlaces[object] != nil { return }
        let number = purchase.heldNumber
        if let number, let place = heldPlaces[number] {
            held[place].copies.append(purchase)
            if let object { heldPlaces[object] = place }
        } else {
            for name in [object, number].compactMap(\.self) { heldPlaces[name] = held.count }
            held.append(Held(purchase: purchase))
        }
    }

    mutating func takeHeld() -> [Held] {
        defer { (held, heldPlaces) = ([], [:]) }
        return held
    }
}

/// What a purchase that is held is known by.
private enum HeldName: Hashable, Sendable {
    /// The transaction's object in the queue, which is kept as long.
    case object(ObjectIdentifier)
    /// The transaction's identifier, and what became of it.
    case number(String, SKPaymentTransactionState)
}

extension Purchase {
    fileprivate var heldObject: HeldName? {
        (transaction as? SKPaymentTransaction).map { .object(ObjectIdentifier($0)) }
    }

    fileprivate var heldNumber: HeldName? {
        transaction.transactionIdentifier.map { .number($0, transaction.transactionState) }
    }
}
