import Foundation
public import SwiftyStoreKit

/// Remembers which products the customer owns, for the day when there is no receipt, or only one of before the purchase.
///
/// The client's own place is `UserDefaults`, under keys of its own; customers can edit what is there. Where that matters
/// give the Keychain:
///
/// ```swift
/// IAPHelper.shared.persistence = IAPPersistence(storage: KeychainStorage())
/// ```
public struct IAPPersistence: Sendable {
    private let storage: any KeyValueStorage

    /// Remembers in `storage`.
    public init(storage: any KeyValueStorage) {
        self.storage = storage
    }

    /// Whether the product is remembered as owned.
    ///
    /// - Throws: What the storage throws.
    public func isPurchased(_ productId: ProductId) throws -> Bool {
        try storage.data(forKey: Self.key(productId)) != nil
    }

    /// Remembers whether the product is owned; when this returns, it is kept. What is known of its purchase stays.
    ///
    /// - Throws: What the storage throws.
    public func save(_ productId: ProductId, purchased: Bool = true) throws {
        guard purchased else { return try storage.set(nil, forKey: Self.key(productId)) }
        if try !isPurchased(productId) { try storage.set(Data([1]), forKey: Self.key(productId)) }
    }

    /// Replaces what is remembered.
    ///
    /// - Throws: What the storage throws; nothing is forgotten before everything new is kept.
    public func replace(_ old: Set<ProductId>, by new: Set<ProductId>) throws {
        for productId in new { try save(productId) }
        for productId in old.subtracting(new) { try save(productId, purchased: false) }
    }

    /// What is remembered of the purchase of a product; nil if it is not owned.
    func purchase(of productId: ProductId) throws -> RememberedPurchase? {
        guard let data = try storage.data(forKey: Self.key(productId)) else { return nil }
        // That something is there says that it is owned; what more there is may be missing.
        return (try? JSONDecoder().decode(RememberedPurchase.self, from: data)) ?? RememberedPurchase()
    }

    /// Remembers a purchase, in the place of an earlier one; when this returns, it is kept.
    func save(_ productId: ProductId, _ purchase: RememberedPurchase) throws {
        try storage.set(JSONEncoder().encode(purchase), forKey: Self.key(productId))
    }

    private static func key(_ productId: ProductId) -> String { "purchased." + productId }
}

/// The tutorial's functions, on the persistence of ``IAPHelper/IAPHelper/shared``. What cannot be kept stands in the log.
extension IAPPersistence {
    /// Remembers whether a product is owned.
    public static func savePurchasedState(for productId: ProductId, purchased: Bool = true) {
        savePurchasedState(for: [productId], purchased: purchased)
    }

    /// Remembers whether products are owned.
    public static func savePurchasedState(for productIds: Set<ProductId>, purchased: Bool = true) {
        let persistence = IAPHelper.shared.persistence
        logged { for productId in productIds { try persistence.save(productId, purchased: purchased) } }
    }

    /// Whether a product is remembered as owned.
    public static func loadPurchasedState(for productId: ProductId) -> Bool {
        !loadPurchasedProductIds(for: [productId]).isEmpty
    }

    /// Which of some products are remembered as owned.
    public static func loadPurchasedProductIds(for productIds: Set<ProductId>) -> Set<ProductId> {
        let persistence = IAPHelper.shared.persistence
        return logged { try productIds.filter { try persistence.isPurchased($0) } } ?? []
    }

    /// Forgets some products, and remembers others; with `purchased` false it forgets both.
    public static func resetPurchasedProductIds(
        from old: Set<ProductId>,
        to new: Set<ProductId>,
        purchased: Bool = true
    ) {
        let persistence = IAPHelper.shared.persistence
        logged { try persistence.replace(purchased ? old : old.union(new), by: purchased ? new : []) }
    }

    @discardableResult
    private static func logged<Value>(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            IAPHelper.shared.log.note(.purchasedProductsLoadFailure, error: error)
            return nil
        }
    }
}
