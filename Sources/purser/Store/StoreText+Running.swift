import AppStoreModels
import Foundation
import LocalAppStoreServer

extension StoreText {
    /// How far a state has come that took the place of another one.
    static func state(_ state: RestoredRecord, _ verb: String, on terminal: Terminal) {
        let (accounts, subscriptions) = (state.accounts ?? 0, state.subscriptions ?? 0)
        let date = state.date.map(RFC3339.string) ?? ""
        terminal.line("\(verb): it is \(date); \(accounts) customers, \(subscriptions) subscriptions")
    }

    static func clock(_ clock: ClockRecord, on terminal: Terminal) {
        let state = clock.isRunning == true ? "runs" : "stands"
        let date = clock.now.map(RFC3339.stringWithMilliseconds) ?? ""
        terminal.line("\(date), the clock \(state), rate \(clock.timeRate ?? "")")
    }
}
