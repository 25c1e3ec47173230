import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import StoreConfiguration

/// How the store behaves.
struct SettingsRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("settings") { _, _ in answer }
        group.patch("settings") { request, _ in
            let change = try SettingsChange(try await request.json(upTo: context.limit), of: store)
            // First, because it may be refused.
            if change.stopsClock { try await context.pauseClock() }
            try context.command { () throws(StoreError) in try store.updateSettings(change.apply) }
            return answer
        }
        group.post("reset") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            await context.notifications.publishAll()
            // The pace was chosen for the running store, not for the test that resets it.
            var first = StoreSettings(store.configuration.settings)
            first.timeRate = store.settings.timeRate
            first.renewalLimit = store.settings.renewalLimit
            let settings = first
            try context.command { () throws(StoreError) in
                try store.clearTransactions()
                try store.clearFaults()
                try store.updateSettings { $0 = settings }
            }
            return answer
        }
    }

    private var answer: JSONAnswer { JSONAnswer(store.settings.json(isClockRunning: context.clock.isRunning)) }
}
