import AppStoreModels
import Entitlements
import Foundation

/// The subscriber object of RevenueCat's interface, from the same facts and by the same rules as our own answers.
///
/// Whoever reads it takes an entitlement for active while its `expires_date`, or a later `grace_period_expires_date`, is not
/// before `request_date`, all of them in whole seconds. So the dates are such that this is true where
/// ``Entitlement/isEntitled`` is, and nowhere else.
struct RevenueCatSubscriber {
    let subscriber: SubscriberRecord
    let statement: CustomerStatement
    /// Which products give which levels.
    let catalogue: LevelCatalogue
    /// The App Stores whose purchases give levels.
    let environments: Set<AppStoreEnvironment>

    private var date: Date { statement.date }

    /// - Parameter showsAttributes: Whether a secret key asked: an app does not read attributes.
    func json(showsAttributes: Bool) -> JSONObject {
        var json: JSONObject = ["request_date": .iso8601(date)]
        json[milliseconds: "request_date_ms"] = date
        json["subscriber"] = .object(subscriberJSON(showsAttributes))
        return json
    }

    private func subscriberJSON(_ showsAttributes: Bool) -> JSONObject {
        let purchases = RevenueCatPurchases(subscriber: subscriber, entitlements: statement.entitlements, date: date)
        var json: JSONObject = ["entitlements": .object(entitlements(purchases))]
        let firstSeen = subscriber.record.createdDate ?? date
        json["first_seen"] = .iso8601(firstSeen)
        json["last_seen"] = .iso8601(max(subscriber.lastSeen ?? firstSeen, firstSeen))
        json["management_url"] = statement.managementURL.map { .string($0.absoluteString) } ?? .null
        json["non_subscriptions"] = .object(purchases.nonSubscriptions)
        json["original_app_user_id"] = .string(originalName.value)
        // Stated in receipts only, and kept of none.
        json["original_application_version"] = .null
        json["original_purchase_date"] = .null
        json["other_purchases"] = .object(purchases.others)
        json["subscriptions"] = .object(purchases.subscriptions)
        if showsAttributes { json["subscriber_attributes"] = .object(subscriber.attributes.revenueCatJSON) }
        return json
    }

    /// The name under which the customer was first seen.
    var originalName: CustomerID {
        let record = subscriber.record
        let first = record.aliases.filter { $0.since == record.createdDate && $0.alias.isAnonymous }
        return first.first?.alias ?? record.customer
    }

    // MARK: Entitlements

    private struct Candidate {
        let productID: String
        let purchaseDate: Date
        let span: RevenueCatSpan
        var sortKey: (Date, Date, String) { (span.lastMoment, purchaseDate, productID) }
    }

    /// By level, what gives it for longest. A grant gives what its level includes by order, as a product does.
    private func entitlements(_ purchases: RevenueCatPurchases) -> JSONObject {
        var candidates: [EntitlementLevel: [Candidate]] = [:]
        for entitlement in statement.entitlements where environments.contains(entitlement.environment) {
            guard let span = purchases.span(of: entitlement) else { continue }
            let candidate = Candidate(
                productID: entitlement.productID,
                purchaseDate: entitlement.purchaseDate,
                span: span
            )
            for level in catalogue.levels(grantedBy: entitlement.productID) {
                candidates[level, default: []].append(candidate)
            }
        }
        for grant in subscriber.record.grants where grant.grant.startDate <= date {
            let candidate = Candidate(
                productID: grant.revenueCatProductID,
                purchaseDate: grant.grant.startDate,
                span: RevenueCatSpan(grant, at: date)
            )
            for level in catalogue.levels(includedIn: grant.grant.level) {
                candidates[level, default: []].append(candidate)
            }
        }
        return JSONObject(
            candidates.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { level, given -> (String, JSONValue)? in
                given.max { $0.sortKey < $1.sortKey }.map { (level.rawValue, .object(Self.json($0))) }
            }
        )
    }

    private static func json(_ candidate: Candidate) -> JSONObject {
        [
            "expires_date": .iso8601(candidate.span.expires),
            "grace_period_expires_date": .iso8601(candidate.span.grace),
            "product_identifier": .string(candidate.productID),
            "purchase_date": .iso8601(candidate.purchaseDate),
        ]
    }
}

extension [String: CustomerAttribute] {
    /// By name, with the moment in which each was said.
    var revenueCatJSON: JSONObject {
        JSONObject(
            sorted { $0.key < $1.key }.compactMap { key, attribute in
                guard let value = attribute.value else { return nil }
                var json: JSONObject = ["value": .string(value)]
                json[milliseconds: "updated_at_ms"] = attribute.updatedDate
                return (key, .object(json))
            }
        )
    }
}

extension JSONValue {
    /// A date as that interface writes it: in UTC, whole seconds; null for none.
    static func iso8601(_ date: Date?) -> JSONValue { date.map { .string(RFC3339.string(from: $0)) } ?? .null }
}
