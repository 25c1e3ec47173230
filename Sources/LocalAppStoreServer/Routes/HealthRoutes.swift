import AppStoreModels
import Hummingbird
import LocalAppStore

/// Whether the store can do its work.
struct HealthRoutes {
    let store: LocalAppStore

    func add(to router: Router<BasicRequestContext>) {
        router.get("health") { [store] _, _ in
            // Whoever asks wants to know how it is now: after a failure the disk is tried again.
            guard let failure = store.tryWritingAgain() else {
                return JSONAnswer(["status": "ok", "bundleId": .string(store.app.bundleID)])
            }
            return JSONAnswer(
                [
                    "status": "cannotWrite", "bundleId": .string(store.app.bundleID),
                    "error": ["code": .string(failure.code.rawValue), "message": .string(failure.reason)],
                ],
                status: .serviceUnavailable
            )
        }
    }
}
