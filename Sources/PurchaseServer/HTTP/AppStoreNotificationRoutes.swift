import AppStoreModels
import Foundation
import Hummingbird

/// `/apple/notifications`: what the App Store calls. The signature is the authentication.
struct AppStoreNotificationRoutes: Sendable {
    let ingestion: NotificationIngestion

    private static let maximumLength = 4 * 1024 * 1024

    func add(to router: Router<BasicRequestContext>) {
        router.post("apple/notifications") { request, _ in
            let body = try await request.body(
                upTo: Self.maximumLength,
                tooLarge: Rejection(
                    413,
                    "notification-too-large",
                    "a notification has at most \(Self.maximumLength) bytes"
                )
            )
            try await ingestion.ingest(body)
            return JSONObject([("status", "ok")]).response()
        }
    }
}
