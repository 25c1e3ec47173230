import AppStoreModels
import Entitlements
import Foundation

// What becomes somebody's, moves, is given or spent.

extension RevenueCatEvents {
    /// A purchase whose beginning was told to nobody, because it was nobody's; and its end, if that is past.
    var assignment: [Wording] {
        let isSubscription = event[string: "productType"] == ProductType.autoRenewableSubscription.rawValue
        let beginning = Wording(type: isSubscription ? "INITIAL_PURCHASE" : "NON_RENEWING_PURCHASE")
        switch EntitlementState(rawValue: event[string: "state"] ?? "") {
        // Nobody gets money back for what the family has no more.
        case .revoked where event[string: "reason"] == EntitlementReason.familySharingEnded.rawValue:
            return [beginning, ended("EXPIRATION", "expiration_reason", reason)]
        case .revoked:
            return [beginning, ended("CANCELLATION", "cancel_reason", "CUSTOMER_SUPPORT", isRefund: true)]
        case .expired, .billingRetry: return [beginning, ended("EXPIRATION", "expiration_reason", reason)]
        default: return [beginning]
        }
    }

    var transfer: Wording {
        let names = { (member: String) in JSONValue.array([event[member] ?? .null]) }
        return Wording(
            type: "TRANSFER",
            more: [
                "transferred_from": names("from"), "transferred_to": names("to"), "store": "APP_STORE",
                "environment": event[string: "environment"] == AppStoreEnvironment.production.rawValue
                    ? "PRODUCTION" : "SANDBOX",
            ],
            isAboutTwo: true
        )
    }

    /// Where it comes from is not said: a balance may change by a purchase, an entry, a refund or a transfer.
    var balance: Wording {
        let code = event["currency"] ?? .null
        let currency: JSONObject = ["code": code, "name": code, "description": .null]
        return Wording(
            type: "VIRTUAL_CURRENCY_TRANSACTION",
            more: [
                "adjustments": [.object(["amount": event["amount"] ?? .null, "currency": .object(currency)])],
                "virtual_currency_transaction_id": event["id"] ?? .null, "source": .null,
                "product_display_name": .null, "purchase_environment": .null,
            ]
        )
    }

    var granted: Wording { Wording(type: "NON_RENEWING_PURCHASE", more: grant) }

    func grantOver(_ reason: String) -> Wording {
        var more = grant
        more["expiration_reason"] = .string(reason)
        return Wording(type: "EXPIRATION", more: more)
    }

    /// A grant as a purchase that cost nothing. Whoever holds a level holds what it includes, as with a product.
    private var grant: JSONObject {
        let grant = event[object: "grant"] ?? [:]
        let level = grant[string: "level"] ?? ""
        let levels = catalogue.levels(includedIn: EntitlementLevel(rawValue: level))
        let ends = [grant[milliseconds: "endDate"], grant[milliseconds: "revokedDate"]].compactMap(\.self)
        return [
            "product_id": .string(product(of: grant, level)), "entitlement_ids": Self.names(of: levels),
            "entitlement_id": .null, "period_type": "PROMOTIONAL", "store": "PROMOTIONAL",
            "environment": "PRODUCTION", "price": 0, "price_in_purchased_currency": 0, "currency": .null,
            "purchased_at_ms": .milliseconds(grant[milliseconds: "startDate"]),
            "expiration_at_ms": .milliseconds(ends.min()), "is_family_share": false,
            "transaction_id": grant["grant"] ?? .null, "original_transaction_id": grant["grant"] ?? .null,
            "presented_offering_id": .null, "offer_code": .null, "country_code": .null, "renewal_number": .null,
            "tax_percentage": .null, "commission_percentage": .null, "takehome_percentage": .null,
        ]
    }

    private func product(of grant: JSONObject, _ level: String) -> String {
        guard let identifier = grant[string: "grant"], let start = grant[milliseconds: "startDate"],
            let made = try? EntitlementGrant(
                id: identifier,
                level: EntitlementLevel(rawValue: level),
                startDate: start,
                endDate: grant[milliseconds: "endDate"],
                reason: grant[string: "reason"]
            )
        else { return "rc_promo_\(level)_custom" }
        return Grant(made, madeDate: start, actor: "").revenueCatProductID
    }
}
