import Foundation
import LocalAppStore
import ServiceLifecycle

/// Waits for what happens to an account.
struct DeviceEvents {
    let store: LocalAppStore
    let history: EventHistory
    let realTime: RealTime

    /// How many seconds an answer waits at most, whatever a device asks for.
    static let longestWait = 60

    /// The next events of an account, at once if there are some, else when something happens or the time is up.
    func next(_ wanted: DeviceMessages.EventsRequest) async -> DeviceMessages.Events {
        // Observed before looking: what happens between looking and waiting is not missed.
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observation = store.observe { _ in signal.yield() }
        defer { withExtendedLifetime(observation) {} }
        let wait = TimeInterval(max(0, min(wanted.waitSeconds, Self.longestWait)))
        var found = look(wanted)
        guard wanted.after != nil, found.events.isEmpty, found.isComplete, wait > 0 else { return found }
        let alarm = Task {
            try? await realTime.sleep(wait)
            signal.finish()
        }
        defer { alarm.cancel() }
        // A device that waits does not keep the server from ending.
        for await _ in signals.cancelOnGracefulShutdown() {
            found = look(wanted)
            if !found.events.isEmpty || !found.isComplete { break }
        }
        return found
    }

    private func look(_ wanted: DeviceMessages.EventsRequest) -> DeviceMessages.Events {
        let latest = history.latestSequence
        guard let after = wanted.after else {
            return DeviceMessages.Events(events: [], last: latest, isComplete: true)
        }
        // A device that is cut off hears it all when it is back.
        if store.deviceIsCutOff(account: wanted.account) {
            return DeviceMessages.Events(events: [], last: after, isComplete: true)
        }
        let events = history.events(after: after)
        let account = store.deviceAccount(wanted.account)
        let isComplete = history.isComplete(after: after)
        return DeviceMessages.Events(
            events: events.filter { $0.concernsDevice(of: account) },
            last: events.last?.sequence ?? latest,
            isComplete: isComplete
        )
    }
}
