import AppStoreModels
import Entitlements
import Foundation

/// An event in the words of RevenueCat's webhooks: `{"api_version":"1.0","event":{…}}`. One of ours may be several of theirs, or
/// none.
struct RevenueCatEvents {
    let source: RevenueCatEventSource
    /// Which levels there are, and what includes what.
    let catalogue: LevelCatalogue

    /// What it is called there, and what is said besides.
    struct Wording {
        let type: String
        var more: JSONObject = [:]
        /// Whether the money goes back.
        var isRefund = false
        /// Whether it names two customers instead of one.
        var isAboutTwo = false
    }

    var event: JSONObject { source.event }

    /// In the order in which they are sent.
    var bodies: [Data] {
        wordings.enumerated().map { index, wording in
            let body: JSONObject = ["api_version": "1.0", "event": .object(json(wording, index))]
            return JSONValue.object(body).jsonData
        }
    }

    // MARK: What it is called

    /// Receivers take `app_user_id` for granted: what is nobody's yet is told when it is somebody's.
    private var isHeldBack: Bool { event[string: "customer"] == nil && event[string: "originalTransactionId"] != nil }

    private var wordings: [Wording] {
        if isHeldBack { return [] }
        return switch PurchaseEventType(rawValue: event[string: "type"] ?? "") {
        case .subscriptionStarted, .trialStarted: [Wording(type: "INITIAL_PURCHASE")]
        case .trialConverted: [renewal(isTrialConversion: true)]
        case .subscriptionRenewed, .subscriptionResumed, .billingRecovered: [renewal(isTrialConversion: false)]
        case .gracePeriodStarted: billingIssue
        case .billingRetryStarted:
            // Where a grace period ran the failure was told when that began.
            (graceEnd == nil ? billingIssue : []) + [ended("EXPIRATION", "expiration_reason", "BILLING_ERROR")]
        case .renewalTurnedOff: [ended("CANCELLATION", "cancel_reason", "UNSUBSCRIBE")]
        case .renewalTurnedOn: [Wording(type: "UNCANCELLATION")]
        case .productChangeScheduled: [change(to: event[string: "autoRenewProductId"])]
        case .productChanged: isPlanned ? [] : [change(to: event[string: "productId"])]
        case .subscriptionExtended: [Wording(type: "SUBSCRIPTION_EXTENDED")]
        case .expired, .familyAccessEnded: [ended("EXPIRATION", "expiration_reason", reason)]
        case .oneTimePurchased: [Wording(type: "NON_RENEWING_PURCHASE")]
        // Of money for another period than the newest nothing is said there.
        case .refunded where isAboutEarlierPeriod: []
        case .refundReversed where isAboutEarlierPeriod && wasRefundedLate: []
        case .refunded: [ended("CANCELLATION", "cancel_reason", "CUSTOMER_SUPPORT", isRefund: true)]
        case .refundReversed: [Wording(type: "REFUND_REVERSED")]
        case .purchaseAssigned: assignment
        case .purchaseTransferredIn: [transfer]
        case .balanceChanged: [balance]
        case .levelGranted: [granted]
        case .grantEnded: [grantOver("UNKNOWN")]
        case .grantRevoked: [grantOver("DEVELOPER_INITIATED")]
        case .test: [Wording(type: "TEST")]
        // There are no words for a planned change that is taken back, for a merge, and for who loses a purchase: a transfer
        // is told once, for who gets it.
        default: []
        }
    }

    private var billingIssue: [Wording] {
        let end = JSONValue.milliseconds(graceEnd)
        var cancellation = ended("CANCELLATION", "cancel_reason", "BILLING_ERROR")
        cancellation.more["grace_period_expiration_at_ms"] = end
        return [Wording(type: "BILLING_ISSUE", more: ["grace_period_expiration_at_ms": end]), cancellation]
    }

    private func renewal(isTrialConversion: Bool) -> Wording {
        Wording(type: "RENEWAL", more: ["is_trial_conversion": .bool(isTrialConversion)])
    }

    private func change(to product: String?) -> Wording {
        Wording(type: "PRODUCT_CHANGE", more: ["new_product_id": product.map(JSONValue.string) ?? .null])
    }

    func ended(_ type: String, _ member: String, _ reason: String, isRefund: Bool = false) -> Wording {
        Wording(type: type, more: [member: .string(reason)], isRefund: isRefund)
    }

    var reason: String {
        switch EntitlementReason(rawValue: event[string: "reason"] ?? "") {
        case .customerCancelled: "UNSUBSCRIBE"
        case .billingError: "BILLING_ERROR"
        case .priceIncreaseDeclined: "PRICE_INCREASE"
        case .refunded, .refundedForIssueInApp: "CUSTOMER_SUPPORT"
        default: "UNKNOWN"
        }
    }

    private var isAboutEarlierPeriod: Bool { event["latestTransactionId"] != nil }

    /// Whether another period had begun when the money for this one was given back.
    private var wasRefundedLate: Bool {
        let own = source.facts.purchases.filter { $0.transactionID == event[string: "transactionId"] }
        guard let begin = own.map(\.purchaseDate).max(), let refund = own.compactMap(\.revocationDate).max() else {
            return true
        }
        return source.facts.purchases.contains { $0.purchaseDate > begin && $0.purchaseDate <= refund }
    }

    private var isInGrace: Bool { event[string: "state"] == EntitlementState.gracePeriod.rawValue }

    /// The end of the grace period that follows the period. The newest statement may be silent about one that is over,
    /// and what was said before the period began was about an earlier one.
    private var graceEnd: Date? {
        if isInGrace, let end = event[milliseconds: "expiresDate"] { return end }
        let begin = event[milliseconds: "purchaseDate"] ?? .distantPast
        return source.facts.renewals.filter { $0.statedDate >= begin }.compactMap(\.gracePeriodExpiresDate).max()
    }

    /// Whether the change of product was told when it was planned: that it was to come was said last before it came. Of
    /// whoever returns to a product it was said long ago that it renews.
    private var isPlanned: Bool {
        guard let date = event[milliseconds: "purchaseDate"], let product = event[string: "productId"] else {
            return false
        }
        let earlier = source.facts.renewals.filter { $0.statedDate < date }
        return PurchaseFacts(renewals: earlier).holding.renewals.first?.autoRenewProductID == product
    }

    // MARK: What is said

    private func json(_ wording: Wording, _ index: Int) -> JSONObject {
        var json = customer
        json["type"] = .string(wording.type)
        // The same whenever it is sent again.
        json["id"] = .string((event[string: "id"] ?? "") + (index == 0 ? "" : "-\(index + 1)"))
        json["event_timestamp_ms"] = .milliseconds(event[milliseconds: "createdDate"])
        json["app_id"] = event["bundleId"] ?? .null
        if wording.isAboutTwo {
            for member in ["app_user_id", "original_app_user_id", "aliases"] { json[member] = nil }
        }
        let fact = wording.isAboutTwo ? nil : fact
        if let fact {
            for (key, value) in purchase(fact, isRefund: wording.isRefund).members { json[key] = value }
        }
        for (key, value) in wording.more.members { json[key] = value }
        if fact != nil, wording.type == "PRODUCT_CHANGE", let previous = event[string: "previousProductId"] {
            json["product_id"] = .string(previous)
        }
        return json
    }

    private var customer: JSONObject {
        guard let subscriber = source.subscriber, let name = event[string: "customer"] else {
            return [
                "aliases": [], "app_user_id": .null, "experiments": [], "original_app_user_id": .null,
                "subscriber_attributes": [:],
            ]
        }
        let record = subscriber.record
        let names = Set([record.customer] + record.aliases.map(\.alias)).map(\.value).sorted()
        let first = record.aliases.first { $0.since == record.createdDate && $0.alias.isAnonymous }
        return [
            "aliases": .array(names.map(JSONValue.string)), "app_user_id": .string(name), "experiments": [],
            "original_app_user_id": .string((first?.alias ?? record.customer).value),
            "subscriber_attributes": .object(subscriber.attributes.revenueCatJSON),
        ]
    }

    /// The transaction that the event is about, after all that was stated about it: the last statement may be silent
    /// about the price.
    private var fact: PurchaseFact? {
        let statements = source.facts.purchases.filter { $0.transactionID == event[string: "transactionId"] }
        return PurchaseFacts(purchases: statements).holding.purchases.first
    }

    /// When the period ends. In a grace period the event has the end of that, which has a member of its own here.
    private func periodEnd(of fact: PurchaseFact) -> Date? {
        let told = event[milliseconds: "expiresDate"]
        return isInGrace ? fact.expiresDate ?? told : told ?? fact.expiresDate
    }

    private func purchase(_ fact: PurchaseFact, isRefund: Bool) -> JSONObject {
        let levels = catalogue.levels(grantedBy: fact.productID)
        let price = fact.price.map { isRefund ? -$0 : $0 }.flatMap(JSONNumber.init).map(JSONValue.number)
        return [
            "commission_percentage": .null, "country_code": .null,
            "currency": fact.currency.map(JSONValue.string) ?? .null, "entitlement_id": .null,
            "entitlement_ids": levels.isEmpty ? .null : Self.names(of: levels),
            "environment": fact.environment == .production ? "PRODUCTION" : "SANDBOX",
            "expiration_at_ms": .milliseconds(periodEnd(of: fact)),
            "is_family_share": .bool(fact.inAppOwnershipType == .familyShared),
            "offer_code": fact.offerType == .offerCode ? fact.offerIdentifier.map(JSONValue.string) ?? .null : .null,
            "original_transaction_id": .string(fact.originalTransactionID),
            "period_type": .string(RevenueCatPeriod(fact).rawValue.uppercased()), "presented_offering_id": .null,
            // In US dollars there; of other currencies nobody here knows the rate.
            "price": fact.currency == "USD" ? price ?? .null : .null, "price_in_purchased_currency": price ?? .null,
            "product_id": .string(fact.productID), "purchased_at_ms": .milliseconds(fact.purchaseDate),
            "renewal_number": fact.expiresDate == nil ? .null : .number(JSONNumber(renewalNumber(of: fact))),
            "store": "APP_STORE", "takehome_percentage": .null, "tax_percentage": .null,
            "transaction_id": .string(fact.transactionID),
        ]
    }

    /// Levels by their names, always in the same order.
    static func names(of levels: [EntitlementLevel]) -> JSONValue {
        .array(levels.map(\.rawValue).sorted().map(JSONValue.string))
    }

    /// Which period of the subscription it is, from 1.
    private func renewalNumber(of fact: PurchaseFact) -> Int {
        Set(source.facts.purchases.filter { $0.purchaseDate <= fact.purchaseDate }.map(\.transactionID)).count
    }
}

extension JSONValue {
    /// A moment in milliseconds since 1970; null for none.
    static func milliseconds(_ date: Date?) -> JSONValue {
        date.map { .number(JSONNumber($0.millisecondsSince1970)) } ?? .null
    }
}
