import AppStoreModels
import Crypto
import Entitlements
import Foundation

/// What a customer bought, in the three lists of that interface.
struct RevenueCatPurchases {
    let subscriber: SubscriberRecord
    let entitlements: [Entitlement]
    let date: Date
    /// What holds of each transaction after all that was stated about it: the last statement may be silent about the
    /// price.
    private let held: [TransactionKey: PurchaseFact]
    /// When the last period of each chain was bought.
    private let lastPurchases: [OwnedPurchase: Date]

    private struct TransactionKey: Hashable {
        let environment: AppStoreEnvironment
        let transactionID: String
    }

    init(subscriber: SubscriberRecord, entitlements: [Entitlement], date: Date) {
        self.subscriber = subscriber
        self.entitlements = entitlements
        self.date = date
        let facts = subscriber.record.facts.holding.purchases.map { fact in
            (TransactionKey(environment: fact.environment, transactionID: fact.transactionID), fact)
        }
        held = Dictionary(facts) { first, _ in first }
        lastPurchases = Dictionary(
            entitlements.map { (Self.chain(of: $0), $0.purchaseDate) },
            uniquingKeysWith: max
        )
    }

    private static func chain(of entitlement: Entitlement) -> OwnedPurchase {
        OwnedPurchase(
            environment: entitlement.environment,
            originalTransactionID: entitlement.originalTransactionID
        )
    }

    // MARK: What renews, and what was granted

    /// The best subscription of each product, and the grants, which that interface has among them.
    var subscriptions: JSONObject {
        let renewing = Dictionary(
            grouping: entitlements.filter { $0.productType == .autoRenewableSubscription },
            by: \.productID
        )
        let bought = renewing.values.compactMap { $0.best() }.map { ($0.productID, JSONValue.object(json($0))) }
        let grants = Dictionary(
            grouping: subscriber.record.grants.filter { $0.grant.startDate <= date },
            by: \.revenueCatProductID
        )
        let granted = grants.compactMap { product, grants -> (String, JSONValue)? in
            let last = grants.max {
                (RevenueCatSpan($0, at: date).lastMoment, $0.grant.id)
                    < (RevenueCatSpan($1, at: date).lastMoment, $1.grant.id)
            }
            return last.map { (product, .object(json($0))) }
        }
        return JSONObject((bought + granted).sorted { $0.0 < $1.0 })
    }

    private func json(_ entitlement: Entitlement) -> JSONObject {
        let span = span(of: entitlement)
        let chain = Self.chain(of: entitlement)
        // What is said of renewal is about the chain's last period, not about a product that it had before.
        let isLast = lastPurchases[chain] == entitlement.purchaseDate
        let trouble = isLast ? subscriber.troubles[chain] : nil
        let isRefunded = entitlement.state == .revoked && entitlement.reason != .familySharingEnded
        var json: JSONObject = ["auto_resume_date": .null]
        json["billing_issues_detected_at"] = .iso8601(trouble?.billingFailed)
        json["display_name"] = .null
        json["expires_date"] = .iso8601(span?.expires)
        json["grace_period_expires_date"] = .iso8601(span?.grace)
        json["is_sandbox"] = .bool(entitlement.environment != .production)
        json["original_purchase_date"] = .iso8601(entitlement.originalPurchaseDate ?? entitlement.purchaseDate)
        json["ownership_type"] = .string(entitlement.inAppOwnershipType?.rawValue ?? "PURCHASED")
        json["period_type"] = .string(period(of: entitlement).rawValue)
        json["price"] = Self.price(entitlement.price, entitlement.currency)
        json["purchase_date"] = .iso8601(entitlement.purchaseDate)
        json["refunded_at"] = .iso8601(isRefunded ? entitlement.revocationDate : nil)
        json["store"] = "app_store"
        json["store_transaction_id"] = .string(entitlement.transactionID)
        json["unsubscribe_detected_at"] = .iso8601(trouble?.turnedOff)
        return json
    }

    private func json(_ grant: Grant) -> JSONObject {
        let span = RevenueCatSpan(grant, at: date)
        return [
            "auto_resume_date": .null, "billing_issues_detected_at": .null, "display_name": .null,
            "expires_date": .iso8601(span.expires), "grace_period_expires_date": .null, "is_sandbox": false,
            "original_purchase_date": .iso8601(grant.grant.startDate), "ownership_type": "PURCHASED",
            "period_type": "normal",
            "price": .null, "purchase_date": .iso8601(grant.grant.startDate), "refunded_at": .null,
            "store": "promotional",
            "store_transaction_id": .string(grant.grant.id), "unsubscribe_detected_at": .null,
        ]
    }

    private func period(of entitlement: Entitlement) -> RevenueCatPeriod {
        fact(of: entitlement).map(RevenueCatPeriod.init) ?? .normal
    }

    /// Until when a reader takes it for active; nil for a consumable.
    func span(of entitlement: Entitlement) -> RevenueCatSpan? {
        RevenueCatSpan(entitlement, periodEnd: fact(of: entitlement)?.expiresDate, at: date)
    }

    private func fact(of entitlement: Entitlement) -> PurchaseFact? {
        held[TransactionKey(environment: entitlement.environment, transactionID: entitlement.transactionID)]
    }

    static func price(_ amount: Decimal?, _ currency: String?) -> JSONValue {
        guard let number = amount.flatMap(JSONNumber.init), let currency else { return .null }
        return ["amount": .number(number), "currency": .string(currency)]
    }

    // MARK: What does not renew

    /// Every purchase of each product. One that was given back is none: who reads this list asks whether there is one.
    var nonSubscriptions: JSONObject {
        JSONObject(
            bought.map { product, facts in (product, .array(facts.map { .object(Self.json($0)) })) }
        )
    }

    /// The last purchase of each product, for readers of old.
    var others: JSONObject {
        JSONObject(
            bought.compactMap { product, facts in
                facts.last.map { (product, ["purchase_date": .iso8601($0.purchaseDate)]) }
            }
        )
    }

    private var bought: [(product: String, facts: [PurchaseFact])] {
        let renewing = Set(entitlements.filter { $0.productType == .autoRenewableSubscription }.map(\.productID))
        let facts = held.values.filter { !renewing.contains($0.productID) && $0.revocationDate == nil }
        return Dictionary(grouping: facts, by: \.productID).map { product, facts in
            (product, facts.sorted { ($0.purchaseDate, $0.transactionID) < ($1.purchaseDate, $1.transactionID) })
        }.sorted { $0.product < $1.product }
    }

    private static func json(_ fact: PurchaseFact) -> JSONObject {
        let name = Data("\(fact.environment.rawValue) \(fact.transactionID)".utf8)
        return [
            "display_name": .null,
            // That interface has names of its own for purchases; ours are as short, and always the same.
            "id": .string(String(SHA256.hash(data: name).hexadecimal.prefix(10))),
            "is_sandbox": .bool(fact.environment != .production),
            "original_purchase_date": .iso8601(fact.originalPurchaseDate ?? fact.purchaseDate),
            "price": price(fact.price, fact.currency), "purchase_date": .iso8601(fact.purchaseDate),
            "store": "app_store", "store_transaction_id": .string(fact.transactionID),
        ]
    }
}

/// What a period of a subscription is.
enum RevenueCatPeriod: String {
    case normal, trial, intro

    init(_ fact: PurchaseFact) {
        if fact.isFreeTrial || fact.offerDiscountType == .freeTrial {
            self = .trial
        } else {
            self = fact.offerType == .introductory ? .intro : .normal
        }
    }
}
