import AppStoreModels
import AppStoreServerClient
import Foundation
import HTTPTypes
import Hummingbird

/// `/v1/notification-tests`: has the App Store send a notification, and asks it what became of that.
struct NotificationTestRoutes: Sendable {
    let clients: ServerAPIClients

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.post("notification-tests") { request, _ in
            let body = try await RequestObject(request, of: ["bundleId", "environment"])
            let client = try client(body.identifier("bundleId"), body.identifier("environment"))
            do throws(ServerAPIError) {
                let token = try await client.requestTestNotification()
                return JSONObject([("token", .string(token))]).response(status: .created)
            } catch {
                throw Self.refusal(error)
            }
        }
        group.get("notification-tests/{token}") { request, context in
            let parameters = request.uri.queryParameters
            let client = try client(
                parameters["bundleId"].map(String.init) ?? "",
                parameters["environment"].map(String.init) ?? ""
            )
            let token = try context.identifier("token")
            var json: JSONObject = ["token": .string(token)]
            do throws(ServerAPIError) {
                json[string: "outcome"] = try await client.testNotification(token).attempts.last?.result?.rawValue
            } catch {
                guard error.errorCode?.rawValue == Self.notSentYet else { throw Self.refusal(error) }
            }
            return json.response()
        }
    }

    /// The App Store's code while a test was not sent yet.
    private static let notSentYet = 4_040_008

    private func client(_ bundleID: String, _ environment: String) throws(APIError) -> ServerAPIClient {
        let environment = AppStoreEnvironment(rawValue: environment)
        guard [.production, .sandbox].contains(environment), let client = clients.client(of: bundleID, in: environment)
        else {
            throw APIError(
                .conflict,
                "app-store-not-asked",
                "a test takes an app that has an In-App Purchase key, and Production or Sandbox"
            )
        }
        return client
    }

    /// What the App Store said, without what was asked with.
    private static func refusal(_ error: ServerAPIError) -> APIError {
        APIError(.conflict, "app-store-refused", "the App Store sends no test: \(error.reason)")
    }
}
