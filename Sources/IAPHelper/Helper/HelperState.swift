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
    /// What the customer owns; nil until what is remembered is read.
    var purchased: Set<ProductId>?
    var isPurchasing = false
    /// Hears what nobody else waits for.
    var listener: Handler<IAPNotification>?
    /// Those whose purchases wait for approval, by product, oldest first.
    private var deferred: [ProductId: [Handler<IAPNotification>]] = [:]
    /// Purchases that nobody has heard of yet.
    private var held: [Purchase] = []

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

    mutating func hold(_ purchase: Purchase) {
        held.append(purchase)
    }

    mutating func takeHeld() -> [Purchase] {
        defer { held = [] }
        return held
    }
}
