import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird

/// `/health`: whether what is sent now can be stored. Needs no key.
struct HealthRoute: Sendable {
    let storage: any PurchaseStorage
    let connections: ServerConnections
    let now: @Sendable () -> Date

    func add(to router: Router<BasicRequestContext>) {
        router.get("health") { _, _ in try await answer() }
    }

    private func answer() async throws -> Response {
        do {
            try await storage.checkHealth(at: now())
            return JSONObject([("status", "ok"), ("connections", .object(counters))]).response()
        } catch let error as PurchaseServerError {
            let failure = APIError(error)
            var body = JSONObject([("status", "cannot-write")])
            body[object: "error"] = failure.json
            body[object: "connections"] = counters
            return body.response(status: .serviceUnavailable)
        }
    }

    private var counters: JSONObject {
        JSONObject(connections.counters.members.map { ($0.name, .number(JSONNumber($0.value))) })
    }
}
