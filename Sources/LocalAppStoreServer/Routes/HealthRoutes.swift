import AppStoreModels
import HTTPServing
import Hummingbird
import LocalAppStore

/// Whether the store can do its work.
struct HealthRoutes {
    let store: LocalAppStore
    let connections: ServerConnections

    func add(to router: Router<BasicRequestContext>) {
        router.get("health") { [store, connections] _, _ in
            var facts: JSONObject = [
                "status": "ok", "bundleId": .string(store.app.bundleID),
                "connections": .object(JSONObject(connections.counters)),
            ]
            // Whoever asks wants to know how it is now: after a failure the disk is tried again.
            guard let failure = store.tryWritingAgain() else { return JSONAnswer(.object(facts)) }
            facts["status"] = "cannotWrite"
            facts["error"] = ["code": .string(failure.code.rawValue), "message": .string(failure.reason)]
            return JSONAnswer(.object(facts), status: .serviceUnavailable)
        }
    }
}
