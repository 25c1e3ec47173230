import AppStoreModels
import Foundation
import Hummingbird

/// `/v1/activity`: what happens now, what waits, and how the App Store answers; and a stream that tells when to look.
struct ActivityRoutes: Sendable {
    let storage: PurchaseDatabase
    let inspector: NotificationInspector
    let health: AppStoreHealth
    let stream: ActivityStream
    let console: Console?
    let now: @Sendable () -> Date

    /// How many of each an answer has.
    private static let most = 50

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("activity") { _, _ in
            let stored = try await storage.activity(limit: Self.most)
            var json = JSONObject()
            json[milliseconds: "date"] = now()
            json[array: "events"] = try stored.events.map { try JSONValue(parsing: $0) }
            json[array: "notifications"] = inspector.log.json.map(JSONValue.object)
            json[array: "appStore"] = health.json.map(JSONValue.object)
            json[integer: "waitingUploadCount"] = Int64(stored.waitingCount)
            json[array: "waitingUploads"] = stored.waiting.map(JSONValue.object)
            json[array: "nextQuestions"] = stored.questions.map(JSONValue.object)
            return json.response()
        }
        group.get("activity/notifications/{number}") { _, context in
            let number = context.parameters.get("number").flatMap { Int64($0) }
            guard let json = number.flatMap(inspector.json) else {
                throw APIError(
                    .notFound,
                    "unknown-notification",
                    "no such notification came, or it is forgotten: the last \(NotificationLog.maximumCount) are kept"
                )
            }
            return json.response()
        }
    }

    /// The stream, whose end no middleware may wait for.
    func addStream(to group: RouterGroup<APIContext>) {
        group.get("activity/stream") { request, context in
            let isPerson = context.caller?.person != nil
            // A session may end meanwhile; a key shows itself again when the stream has ended.
            return try stream.response { !isPerson || (try? console?.door.caller(request)) != nil }
        }
    }
}
