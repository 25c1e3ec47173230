import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// How the store behaves.
struct SettingsRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("settings") { _, _ in answer }
        group.patch("settings") { request, _ in
            let change = try SettingsChange(try await request.json(upTo: context.limit), of: store)
            guard change.stopsClock else {
                try context.command { () throws(StoreError) in try store.updateSettings(change.apply) }
                return answer
            }
            // Before the clock goes a long way to where it is to stop: what is refused does not stop it.
            try context.refusing { () throws(StoreError) in try store.checkSettings(change.apply) }
            try await context.pauseClock { () throws(StoreError) in try store.updateSettings(change.apply) }
            return answer
        }
        group.post("reset") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            await context.notifications.publishAll()
            try context.command { () throws(StoreError) in try store.reset() }
            return answer
        }
    }

    private var answer: JSONAnswer { JSONAnswer(store.settings.json(isClockRunning: context.clock.isRunning)) }
}
