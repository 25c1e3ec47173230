import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The App Store Server API about subscriptions: their statuses, and extending one.
struct ServerAPISubscriptionRoutes {
    let context: ServerAPIContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("v1/subscriptions/:id") { request, routing in
            try statuses(
                of: try routing.part("id"),
                only: request.uri.queryParameters.getAll("status").map { String($0) }
            )
        }
        group.put("v1/subscriptions/extend/:id") { request, routing in
            try extend(try routing.part("id"), try await request.json(upTo: context.limit))
        }
    }

    private func statuses(of id: String, only texts: [String]) throws -> JSONAnswer {
        let wanted = try texts.map { text throws(ServerAPIError) in
            guard let status = Int(text), (1...5).contains(status) else {
                throw ServerAPIError(4_000_031, "Invalid status.")
            }
            return SubscriptionStatusCode(rawValue: status)
        }
        let subscriptions = store.subscriptions(account: try context.account(of: id))
            .filter { wanted.isEmpty || wanted.contains($0.status) }
        var groups: [(id: String, last: [JSONValue])] = []
        for subscription in subscriptions {
            let last: JSONValue = [
                "status": .number(JSONNumber(subscription.status.rawValue)),
                "originalTransactionId": .string(subscription.originalTransactionID),
                "signedTransactionInfo": .string(try store.signedTransaction(subscription.latestTransactionID)),
                "signedRenewalInfo": .string(try store.signedRenewalInfo(subscription.originalTransactionID)),
            ]
            if let index = groups.firstIndex(where: { $0.id == subscription.groupID }) {
                groups[index].last.append(last)
            } else {
                groups.append((subscription.groupID, [last]))
            }
        }
        var json = context.identity
        json["data"] = .array(
            groups.map { ["subscriptionGroupIdentifier": .string($0.id), "lastTransactions": .array($0.last)] }
        )
        return JSONAnswer(.object(json))
    }

    private func extend(_ id: String, _ body: JSONObject) throws -> JSONAnswer {
        guard let days = body[integer: "extendByDays"].flatMap(Int.init(exactly:)), (1...90).contains(days) else {
            throw ServerAPIError(4_000_009, "Invalid extend by days value.")
        }
        guard let reason = body[integer: "extendReasonCode"], (0...3).contains(reason) else {
            throw ServerAPIError(4_000_010, "Invalid extend reason code.")
        }
        guard let identifier = body[string: "requestIdentifier"], (1...128).contains(identifier.count) else {
            throw ServerAPIError(4_000_011, "Invalid request identifier.")
        }
        let transaction = try context.transaction(id)
        guard let old = try? store.subscription(id) else {
            throw ServerAPIError(4_040_005, "Original transaction id not found.")
        }
        guard transaction.ownership != .familyShared else {
            throw ServerAPIError(4_030_007, "Subscriptions of a family are extended through who bought them.")
        }
        guard old.status == .active else {
            throw ServerAPIError(4_030_004, "The subscription is not in a state that can be extended.")
        }
        do {
            try store.extendRenewal(originalTransactionID: id, days: days)
        } catch {
            guard error.code == .invalidState else { throw error }
            throw ServerAPIError(4_030_005, error.reason)
        }
        return try extended(id)
    }

    private func extended(_ id: String) throws -> JSONAnswer {
        let subscription = try store.subscription(id)
        var json: JSONObject = ["originalTransactionId": .string(id), "success": true]
        json["webOrderLineItemId"] = try store.transaction(subscription.latestTransactionID).webOrderLineItemID
            .map(JSONValue.string)
        json[milliseconds: "effectiveDate"] = subscription.expiresDate
        return JSONAnswer(.object(json))
    }
}
