import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird

/// `/health`: whether what is sent now can be stored. Needs no key.
struct HealthRoute: Sendable {
    let storage: any PurchaseStorage
    let now: @Sendable () -> Date

    func add(to router: Router<BasicRequestContext>) {
        router.get("health") { _, _ in try await answer() }
    }

    private func answer() async throws -> Response {
        do {
            try await storage.checkHealth(at: now())
            return JSONObject([("status", "ok")]).response()
        } catch let error as PurchaseServerError {
            let failure = APIError(error)
            var body = JSONObject([("status", "failing")])
            body[object: "error"] = failure.json
            return body.response(status: .serviceUnavailable)
        }
    }
}
