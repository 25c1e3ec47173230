import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The App Store Server API about notifications: a test, and what was sent.
struct ServerAPINotificationRoutes {
    let context: ServerAPIContext

    private var delivery: NotificationDelivery { context.notifications }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.post("v1/notifications/test") { _, _ in
            guard delivery.hasDestination else {
                throw ServerAPIError(4_040_007, "No server notification URL is configured.")
            }
            let notification = try TestNotification(store: context.store).outgoing
            do throws(StoreServerError) {
                try delivery.addWritten(notification)
            } catch {
                throw ServerAPIError(RequestError(error))
            }
            await delivery.deliverPending()
            return JSONAnswer(["testNotificationToken": .string(notification.id)])
        }
        group.get("v1/notifications/test/:token") { _, routing in
            let token = try routing.part("token").lowercased()
            guard UUID(uuidString: token) != nil else {
                throw ServerAPIError(4_000_020, "Invalid test notification token.")
            }
            let sent = (delivery.finished + delivery.waiting).first { $0.id == token && $0.type == .test }
            guard let sent, !sent.attempts.isEmpty else {
                throw ServerAPIError(4_040_008, "Test notification not found.")
            }
            return JSONAnswer(sent.historyItem)
        }
        group.post("v1/notifications/history") { request, _ in
            let body = try await request.json(upTo: context.limit)
            let query = try NotificationHistoryQuery(body, now: context.store.now, in: context.store.environment)
            let token = request.uri.queryParameters["paginationToken"].map(String.init)
            return try history(query, token)
        }
    }

    private func history(_ query: NotificationHistoryQuery, _ token: String?) throws -> JSONAnswer {
        let now = context.store.now
        let last = try token.map { token throws(ServerAPIError) in try query.place(of: token, now: now) }
        let customer = query.transactionID.flatMap { account(of: $0) }
        let rest = (delivery.finished + delivery.waiting)
            .filter { notification in
                query.includes(notification, of: customer) && (last.map { notification.place > $0 } ?? true)
            }
            .sorted { $0.place < $1.place }
        let page = rest.prefix(ServerAPIContext.pageSize)
        let hasMore = page.count < rest.count
        var json: JSONObject = [
            "notificationHistory": .array(page.map(\.historyItem)), "hasMore": .bool(hasMore),
        ]
        if hasMore, let last = page.last { json["paginationToken"] = .string(query.token(after: last, now: now)) }
        return JSONAnswer(.object(json))
    }

    /// To whom a transaction belongs, or the app's own one; nil if it is not here, which notifications may yet tell of.
    private func account(of id: String) -> String? {
        (try? context.store.transaction(id))?.accountID ?? context.store.account(appTransactionID: id)?.id
    }
}

extension OutgoingNotification {
    /// The notification as Apple's history has it.
    fileprivate var historyItem: JSONValue {
        ["signedPayload": .string(signedPayload), "sendAttempts": sendAttempts]
    }
}
