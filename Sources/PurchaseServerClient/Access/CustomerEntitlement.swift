public import AppStoreModels
public import Entitlements
public import Foundation

/// How things stand between a customer and one product.
public struct CustomerEntitlement: Sendable, Hashable {
    /// The product.
    public let productID: String
    /// Whether the customer may use the product.
    public internal(set) var isEntitled: Bool
    /// How things stand.
    public internal(set) var state: EntitlementState
    /// Why.
    public internal(set) var reason: EntitlementReason
    /// Who says so.
    public internal(set) var source: AnswerSource
    /// The kind of product, if known.
    public let productType: ProductType?
    /// Where in its life a subscription is.
    public let phase: SubscriptionPhase?
    /// What is true beside that.
    public let conditions: [EntitlementCondition]
    /// The date until which access is owed; nil if there is no end or none is known.
    public let accessEndDate: Date?
    /// The end of the paid period; nil if never or unknown.
    public let expiresDate: Date?
    /// When it was bought; of a subscription the period.
    public let purchaseDate: Date?
    /// When it was refunded or taken from a family.
    public let revocationDate: Date?
    /// Whether the subscription renews at its end; nil if not known or no subscription.
    public let willAutoRenew: Bool?
    /// The product that the next renewal buys.
    public let autoRenewProductID: String?
    /// How many were bought; more than 1 only for consumables.
    public let quantity: Int
    /// Which App Store.
    public let environment: AppStoreEnvironment?
    /// The transaction that decides.
    public let transactionID: String?
    /// The chain of that transaction.
    public let originalTransactionID: String?
    /// All members as the server wrote them; nil for the device's word.
    package let json: JSONObject?
}

extension CustomerEntitlement {
    /// As the server writes it; nil without a product.
    init?(_ json: JSONObject, source: AnswerSource) {
        guard let productID = json[string: "productId"], let isEntitled = json[boolean: "isEntitled"] else {
            return nil
        }
        self.productID = productID
        self.isEntitled = isEntitled
        self.source = source
        state = EntitlementState(rawValue: json[string: "state"] ?? "")
        reason = EntitlementReason(rawValue: json[string: "reason"] ?? "")
        productType = json[string: "type"].map(ProductType.init(rawValue:))
        phase = json[string: "phase"].map(SubscriptionPhase.init(rawValue:))
        conditions = (json[array: "conditions"] ?? []).compactMap(\.string).map(EntitlementCondition.init(rawValue:))
        accessEndDate = json[milliseconds: "accessEndDate"]
        expiresDate = json[milliseconds: "expiresDate"]
        purchaseDate = json[milliseconds: "purchaseDate"]
        revocationDate = json[milliseconds: "revocationDate"]
        willAutoRenew = json[integer: "autoRenewStatus"].map { $0 == 1 }
        autoRenewProductID = json[string: "autoRenewProductId"]
        quantity = json[integer: "quantity"].flatMap(Int.init(exactly:)) ?? 1
        environment = json[string: "environment"].map(AppStoreEnvironment.init(rawValue:))
        transactionID = json[string: "transactionId"]
        originalTransactionID = json[string: "originalTransactionId"]
        self.json = json
    }

    /// As the device folds it.
    init(_ entitlement: Entitlement) {
        productID = entitlement.productID
        isEntitled = entitlement.isEntitled
        source = .device
        state = entitlement.state
        reason = entitlement.reason
        productType = entitlement.productType
        phase = entitlement.phase
        conditions = entitlement.conditions
        accessEndDate = entitlement.accessEndDate
        expiresDate = entitlement.expiresDate
        purchaseDate = entitlement.purchaseDate
        revocationDate = entitlement.revocationDate
        willAutoRenew = entitlement.willAutoRenew
        autoRenewProductID = entitlement.autoRenewProductID
        quantity = entitlement.quantity
        environment = entitlement.environment
        transactionID = entitlement.transactionID
        originalTransactionID = entitlement.originalTransactionID
        json = nil
    }

    /// Whether it is about the same purchase as what the device folds, or the same subscription.
    func isOf(_ entitlement: Entitlement) -> Bool {
        productID == entitlement.productID
            && (transactionID == entitlement.transactionID
                || originalTransactionID == entitlement.originalTransactionID)
    }

    /// The same at a later moment at which the server could not be asked: what has an end is over then.
    func judged(at date: Date, _ window: TrustWindow) -> Self {
        var judged = self
        judged.source = .lastStatement
        guard isEntitled, let end = end(window), date >= end else { return judged }
        judged.isEntitled = false
        judged.state = .expired
        judged.reason = .periodEnded
        return judged
    }

    /// Until when it gives access while the server is away; nil for no end.
    func end(_ window: TrustWindow) -> Date? {
        let renews = productType == .autoRenewableSubscription && willAutoRenew == true
        let grace = renews ? min(window.afterRenewal, window.afterStatement) : 0
        return (accessEndDate ?? expiresDate)?.addingTimeInterval(grace)
    }
}
