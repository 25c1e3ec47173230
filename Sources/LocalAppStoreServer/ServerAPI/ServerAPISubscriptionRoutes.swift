import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The App Store Server API about subscriptions: their statuses; and what is in ``ServerAPIExtensionRoutes``.
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
        ServerAPIExtensionRoutes(context: context).add(to: group)
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
}
