import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Notifications on their way to the developer's server.
struct NotificationRoutes {
    let context: ControlContext

    private var delivery: NotificationDelivery { context.notifications }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("notifications") { request, _ in
            let query = request.uri.queryParameters
            let isWanted = NotificationFilter(
                account: query["account"].map(String.init),
                transactionID: query["transactionId"].map(String.init)
            )
            return JSONAnswer([
                "destination": destination,
                "destinationV1": destinationV1,
                "waiting": .array(delivery.waiting.filter(isWanted.includes).map(\.json)),
                "finished": .array(delivery.finished.filter(isWanted.includes).map(\.json)),
                "crowdedOut": .number(JSONNumber(delivery.crowdedOutCount)),
            ])
        }
        group.put("notifications/destination") { request, _ in
            let body = try await request.json(upTo: context.limit, only: ["url", "version"])
            // Whoever forgot it did not mean to send notifications nowhere.
            guard body["url"] != nil else {
                throw RequestError.invalidBody("the member \"url\" is missing; null sends notifications nowhere")
            }
            let url = try body.optionalAddress("url")?.url
            let version = try body.optionalInteger("version") ?? 2
            guard version == 1 || version == 2 else {
                throw RequestError.invalidBody("notifications are of version 1 or 2, not \(version)")
            }
            try context.refusing { () throws(StoreServerError) in
                try delivery.redirect { addresses in
                    if version == 1 { addresses.one = url } else { addresses.two = url }
                }
            }
            return JSONAnswer(["destination": destination, "destinationV1": destinationV1])
        }
        group.post("notifications/deliver") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            let attempts = await delivery.deliverPending()
            return JSONAnswer(.object(deliveryReport(of: attempts)))
        }
        group.post("notifications/cause") { request, _ in
            let body = try await request.json(
                upTo: context.limit,
                only: ["type", "subtype", "account", "transactionId", "productId"]
            )
            return JSONAnswer(try cause(body))
        }
        group.post("notifications/test") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            guard delivery.hasDestination else {
                throw RequestError(.conflict, "no-destination", "say first where notifications go")
            }
            let notification = try context.command { () throws(StoreError) in try TestNotification(store: context.store)
            }
            try context.refusing { () throws(StoreServerError) in try delivery.addWritten(notification.outgoing) }
            await delivery.deliverPending()
            let sent = (delivery.finished + delivery.waiting).first { $0.id == notification.outgoing.id }
            return JSONAnswer((sent ?? notification.outgoing).json)
        }
    }

    /// The attempts that were made now, and how everything stands: mostly the store has sent it all before.
    private func deliveryReport(of attempts: [OutgoingNotification]) -> JSONObject {
        let (finished, waiting) = (delivery.finished, delivery.waiting)
        let delivered = finished.count { $0.isDelivered }
        var json: JSONObject = ["attempts": .array(attempts.map(\.json))]
        json["delivered"] = .number(JSONNumber(delivered))
        json["givenUp"] = .number(JSONNumber(finished.count - delivered))
        json["waitingCount"] = .number(JSONNumber(waiting.count))
        json[milliseconds: "nextAttemptDate"] = waiting.compactMap(\.nextAttempt).min()
        return json
    }

    private func cause(_ body: JSONObject) throws(RequestError) -> JSONValue {
        let cause = NotificationCause(
            NotificationType(rawValue: try body.required("type")),
            try body.optionalText("subtype").map(NotificationSubtype.init(rawValue:)),
            account: try body.optionalText("account"),
            transactionID: try body.optionalText("transactionId"),
            productID: try body.optionalText("productId")
        )
        let report = try context.command { () throws(StoreError) in try context.store.cause(cause) }
        return [
            "steps": .array(report.steps.map(JSONValue.string)),
            "notifications": .array(report.notifications.map(json)),
            "isSent": .bool(delivery.hasDestination),
        ]
    }

    private func json(_ notification: ToldNotification) -> JSONValue {
        let id = context.store.notificationUUID(ofEvent: notification.eventNumber)
        var json: JSONObject = ["notificationUUID": .string(id)]
        json[string: "notificationType"] = notification.type.rawValue
        json[string: "subtype"] = notification.subtype?.rawValue
        json["eventSequence"] = .number(JSONNumber(notification.eventNumber))
        json[string: "account"] = notification.accountID
        json[string: "transactionId"] = notification.transactionID
        return .object(json)
    }

    private var destination: JSONValue { delivery.destination.map { .string($0.absoluteString) } ?? .null }

    private var destinationV1: JSONValue {
        delivery.versionOneDestination.map { .string($0.absoluteString) } ?? .null
    }
}

/// Which notifications somebody wants to see.
private struct NotificationFilter {
    let account: String?
    let transactionID: String?

    func includes(_ notification: OutgoingNotification) -> Bool {
        (account == nil || account == notification.accountID)
            && (transactionID == nil || transactionID == notification.transactionID
                || transactionID == notification.originalTransactionID)
    }
}
