import AppStoreModels
import Foundation
import Hummingbird

/// `/apple/notifications`: what the App Store calls. The signature is the authentication.
struct AppStoreNotificationRoutes: Sendable {
    let ingestion: NotificationIngestion
    let metrics: ServerMetrics
    let log: NotificationLog

    /// Those of version 2 have less than 50 KB; one of version 1 holds the whole receipt, of some thousand purchases at most.
    private static let maximumLength = 2 * 1024 * 1024

    func add<Context: RequestContext>(to router: Router<Context>) {
        router.post("apple/notifications") { request, _ in
            var sent: Data?
            do {
                let body = try await request.body(
                    upTo: Self.maximumLength,
                    tooLarge: Rejection(
                        413,
                        "notification-too-large",
                        "a notification has at most \(Self.maximumLength) bytes"
                    )
                )
                sent = body
                log.note(try await ingestion.ingest(body) ? .verified : .repeated, of: body)
                metrics.notification("taken")
                return JSONObject([("status", "ok")]).response()
            } catch let error as Rejection {
                metrics.notification(error.code)
                log.note(error, of: sent)
                throw error
            }
        }
    }
}
