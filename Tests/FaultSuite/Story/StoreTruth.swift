import AppStoreModels
import Foundation

/// What customers have by the store's own records, made without anything that the purchase server makes it with.
struct StoreTruth: Sendable {
    /// One thing that a customer has.
    struct Holding: Hashable, Comparable, Sendable, CustomStringConvertible {
        let product: String
        /// How many; 1 but of consumables.
        var quantity: Int64 = 1
        /// Until when, in milliseconds since 1970; nil for ever.
        var end: Int64?
        /// Whether it renews then.
        var renews: Bool?

        static func < (left: Self, right: Self) -> Bool { left.description < right.description }

        var description: String {
            let end = end.map { " until \($0)" } ?? ""
            let renewal = renews.map { $0 ? ", renews" : ", ends" } ?? ""
            return "\(quantity) \(product.split(separator: ".").last ?? "")\(end)\(renewal)"
        }
    }

    /// By customer, sorted.
    private(set) var holdings: [String: [Holding]] = [:]

    /// - Parameters:
    ///   - transactions: All that the store has.
    ///   - subscriptions: As they are.
    ///   - now: The store's time.
    init(transactions: [JSONObject], subscriptions: [JSONObject], now: Date) {
        let now = now.millisecondsSince1970
        let kept = transactions.filter { transaction in
            let isOver = transaction[integer: "expiresDate"].map { $0 <= now } ?? false
            return transaction["revocationDate"] == nil && transaction[boolean: "isUpgraded"] != true && !isOver
        }
        let ofAccounts = Dictionary(grouping: kept) { $0[string: "account"] ?? "" }
        for (account, transactions) in ofAccounts {
            let products = Dictionary(grouping: transactions) { $0[string: "productId"] ?? "" }
            holdings[account] = products.map { product, transactions in
                var holding = Holding(
                    product: product,
                    end: transactions.compactMap { $0[integer: "expiresDate"] }.max()
                )
                if transactions.first?[string: "type"] == "Consumable" {
                    holding.quantity = transactions.reduce(0) { $0 + ($1[integer: "quantity"] ?? 1) }
                }
                return holding
            }
        }
        for subscription in subscriptions { add(subscription, now) }
        holdings = holdings.mapValues { $0.sorted() }
    }

    /// Whether it renews; and a grace period, in which there is no transaction that is not over.
    private mutating func add(_ subscription: JSONObject, _ now: Int64) {
        guard let account = subscription[string: "account"], let product = subscription[string: "productId"] else {
            return
        }
        var all = holdings[account] ?? []
        if subscription[integer: "status"] == 4, let grace = subscription[integer: "gracePeriodExpiresDate"],
            grace > now
        {
            all.removeAll { $0.product == product }
            all.append(Holding(product: product, end: grace))
        }
        for index in all.indices where all[index].product == product {
            all[index].renews = subscription[integer: "autoRenewStatus"] == 1
        }
        holdings[account] = all
    }

    /// What a purchase server says that a customer has.
    static func holdings(stated json: JSONObject) -> [Holding] {
        let entitlements = (json[array: "entitlements"] ?? []).compactMap(\.object)
        return entitlements.compactMap { entitlement in
            let quantity = entitlement[integer: "quantity"] ?? 0
            let isConsumable = entitlement[string: "type"] == "Consumable"
            guard let product = entitlement[string: "productId"], quantity > 0,
                isConsumable || entitlement[boolean: "isEntitled"] == true
            else { return nil }
            return Holding(
                product: product,
                quantity: isConsumable ? quantity : 1,
                end: entitlement[integer: "expiresDate"],
                renews: entitlement[integer: "autoRenewStatus"].map { $0 == 1 }
            )
        }.sorted()
    }
}

extension StoryStore {
    /// What everybody has now.
    func truth() async throws -> StoreTruth {
        StoreTruth(
            transactions: try await list("transactions"),
            subscriptions: try await list("subscriptions"),
            now: try await now()
        )
    }
}
