import AppStoreModels
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The end of the server, and the end of everything that is in it.
struct EndingRoutes {
    let context: ControlContext
    let stopRequests: StopRequests

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.post("stop") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            stopRequests.add()
            return JSONAnswer(["stopping": true], status: .accepted)
        }
        group.post("begin-anew") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            // What happened in the state that goes can be told of only by that state.
            await context.notifications.publishAll()
            try context.checkNotificationLog()
            try await context.refusingAll { try context.clock.beginAnew() }
            context.notifications.forgetAll()
            return JSONAnswer(SnapshotRoutes.state(of: context))
        }
    }
}
