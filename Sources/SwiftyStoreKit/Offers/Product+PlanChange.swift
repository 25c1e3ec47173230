import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension Product {
    /// What buying this subscription would do to the one that the customer has; nil for what is no subscription.
    ///
    /// - Parameter others: The other products of the group, as far as the app has them; without that of the customer's
    ///   subscription it is loaded.
    /// - Throws: `StoreKitError` if the store cannot say where the subscription stands; the error of the verification if what
    ///   it says is not to be believed
    public func planChange(among others: [Product] = []) async throws -> PlanChange? {
        guard let subscription else { return nil }
        for status in try await subscription.status where [.subscribed, .inGracePeriod].contains(status.state) {
            let transaction = try status.transaction.payloadValue
            // What the family shares stays as it is: the customer would begin a subscription of their own.
            guard transaction.ownershipType == .purchased else { continue }
            let current = try await Self.known(transaction.productID, among: others + [self])
            return PlanChange(
                from: current?.position ?? PlanPosition(productID: transaction.productID),
                to: position,
                renewalDate: transaction.expirationDate
            )
        }
        return PlanChange(from: nil, to: position, renewalDate: nil)
    }

    private static func known(_ identifier: String, among products: [Product]) async throws -> Product? {
        if let product = products.first(where: { $0.id == identifier }) { return product }
        return try await Self.products(for: [identifier]).first
    }

    /// The product as the rules of its group see it.
    var position: PlanPosition {
        var level: Int?
        if #available(iOS 16.4, macOS 13.3, tvOS 16.4, watchOS 9.4, visionOS 1, *) { level = subscription?.groupLevel }
        return PlanPosition(productID: id, level: level, length: subscription?.subscriptionPeriod.length)
    }
}

extension Product.SubscriptionInfo.Status {
    /// The change that the customer has asked for, and that waits for the end of the period; nil if there is none.
    ///
    /// - Parameter products: The products of the group, for the direction; without them it is unknown.
    /// - Throws: The error of the verification if what the store says is not to be believed
    public func pendingChange(among products: [Product] = []) throws -> PlanChange? {
        let (transaction, info) = (try transaction.payloadValue, try renewalInfo.payloadValue)
        guard info.willAutoRenew, let next = info.autoRenewPreference, next != info.currentProductID else { return nil }
        let position = { (id: String) in
            products.first { $0.id == id }?.position ?? PlanPosition(productID: id)
        }
        let change = PlanChange(
            from: position(info.currentProductID),
            to: position(next),
            renewalDate: transaction.expirationDate
        )
        return change.pending(until: transaction.expirationDate)
    }
}

extension PlanChange {
    /// The same as something that was asked for: whatever its direction, it counts when the period ends.
    func pending(until date: Date?) -> PlanChange {
        PlanChange(
            direction: direction,
            productID: productID,
            replaces: replaces,
            takesEffect: date.map(Effect.on) ?? .unknown
        )
    }
}
