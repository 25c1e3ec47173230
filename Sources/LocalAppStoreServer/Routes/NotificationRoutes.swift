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
        group.get("notifications") { _, _ in
            JSONAnswer([
                "destination": destination,
                "waiting": .array(delivery.waiting.map(\.json)),
                "finished": .array(delivery.finished.map(\.json)),
                "crowdedOut": .number(JSONNumber(delivery.crowdedOutCount)),
            ])
        }
        group.put("notifications/destination") { request, _ in
            let body = try await request.json(upTo: context.limit, only: ["url"])
            // Whoever forgot it did not mean to send notifications nowhere.
            guard body["url"] != nil else {
                throw RequestError.invalidBody("the member \"url\" is missing; null sends notifications nowhere")
            }
            delivery.destination = try body.optionalAddress("url")?.url
            return JSONAnswer(["destination": destination])
        }
        group.post("notifications/deliver") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            return JSONAnswer(["attempts": .array(await delivery.deliverPending().map(\.json))])
        }
        group.post("notifications/test") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            guard delivery.destination != nil else {
                throw RequestError(.conflict, "no-destination", "say first where notifications go")
            }
            let notification = try context.command { () throws(StoreError) in try TestNotification(store: context.store)
            }
            delivery.add(notification.outgoing)
            await delivery.deliverPending()
            let sent = (delivery.finished + delivery.waiting).first { $0.id == notification.outgoing.id }
            return JSONAnswer((sent ?? notification.outgoing).json)
        }
    }

    private var destination: JSONValue { delivery.destination.map { .string($0.absoluteString) } ?? .null }
}
