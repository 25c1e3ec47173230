import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird

/// `/health`: whether what is sent now can be stored; `/ready`: whether requests should be sent here. They need no key.
struct HealthRoute: Sendable {
    let storage: any PurchaseStorage
    let connections: ServerConnections
    let readiness: Readiness
    let now: @Sendable () -> Date

    func add<Context: RequestContext>(to router: Router<Context>) {
        router.get("health") { _, _ in try await health() }
        router.get("ready") { _, _ in try await ready() }
    }

    private func health() async throws -> Response {
        guard let failure = try await failure() else {
            return JSONObject([("status", "ok"), ("connections", .object(counters))]).response()
        }
        var body = JSONObject([("status", "cannot-write")])
        body[object: "error"] = failure.json
        body[object: "connections"] = counters
        return body.response(status: .serviceUnavailable)
    }

    private func ready() async throws -> Response {
        guard !readiness.isEnding else {
            return JSONObject([("status", "ending")]).response(status: .serviceUnavailable)
        }
        guard let failure = try await failure() else { return JSONObject([("status", "ok")]).response() }
        var body = JSONObject([("status", "cannot-write")])
        body[object: "error"] = failure.json
        return body.response(status: .serviceUnavailable)
    }

    private func failure() async throws -> APIError? {
        do {
            try await storage.checkHealth(at: now())
            return nil
        } catch let error as PurchaseServerError {
            return APIError(error)
        }
    }

    private var counters: JSONObject {
        JSONObject(connections.counters.members.map { ($0.name, .number(JSONNumber($0.value))) })
    }
}
