import AppStoreModels
import HTTPServing
import Hummingbird
import LocalAppStore

/// Whether the store can do its work.
struct HealthRoutes {
    let store: LocalAppStore
    let clock: StoreClock
    let notifications: NotificationDelivery
    let connections: ServerConnections

    func add(to router: Router<BasicRequestContext>) {
        router.get("health") { [self] _, _ in answer }
        // Where those ask who know the control interface only.
        router.get("control/health") { [self] _, _ in answer }
    }

    private var answer: JSONAnswer {
        var facts: JSONObject = [
            "status": "ok", "bundleId": .string(store.app.bundleID),
            "connections": .object(JSONObject(connections.counters)),
        ]
        // Whoever asks wants to know how it is now: after a failure the disk is tried again.
        guard let (code, reason) = failure else { return JSONAnswer(.object(facts)) }
        facts["status"] = "cannot-write"
        facts["error"] = ["code": .string(code), "message": .string(reason)]
        return JSONAnswer(.object(facts), status: .serviceUnavailable)
    }

    private var failure: (code: String, reason: String)? {
        if let failure = store.tryWritingAgain() { return (failure.code.rawValue, failure.reason) }
        if let failure = clock.tryWritingAgain() { return (failure.code.rawValue, failure.reason) }
        if let failure = notifications.tryWritingAgain() { return (failure.code.rawValue, failure.reason) }
        return nil
    }
}
