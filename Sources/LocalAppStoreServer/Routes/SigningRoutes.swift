import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Signs what a developer makes up, and sends a notification once more.
struct SigningRoutes {
    let context: ControlContext

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.post("sign") { request, _ in
            let order = try SigningOrder(try await request.json(upTo: context.limit))
            let jws = try context.command { () throws(StoreError) in try order.sign(by: context.store) }
            return JSONAnswer(SignedDocuments.jws(jws))
        }
        group.post("notifications/:id/resend") { request, routing in
            let id = try routing.part("id")
            try await request.checkEmpty(upTo: context.limit)
            guard context.notifications.hasDestination else {
                throw RequestError(.conflict, "no-destination", "say first where notifications go")
            }
            guard let (notification, result) = await context.notifications.resend(id) else {
                throw RequestError(.notFound, "unknown-notification", "there is no notification \"\(id)\"")
            }
            var json = notification.json.object ?? [:]
            json["sendAttemptResult"] = .string(result.rawValue)
            return JSONAnswer(.object(json))
        }
    }
}
