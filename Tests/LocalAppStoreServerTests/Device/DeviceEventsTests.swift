import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("A device that waits for what happens")
struct DeviceEventsTests {
    private let store: LocalAppStore
    private let history: EventHistory

    init() throws {
        store = try SampleShop.open()
        history = EventHistory(store: store)
    }

    private func wait(
        _ seconds: Int,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) async -> DeviceMessages.Events {
        let time = RealTime(now: { TestAuthority.signingDate }, sleep: sleep)
        let wanted = DeviceMessages.EventsRequest(
            account: SampleShop.customer,
            after: history.latestSequence,
            waitSeconds: seconds
        )
        return await DeviceEvents(store: store, history: history, realTime: time).next(wanted)
    }

    @Test("is answered with nothing once the time is up that it asked for, but never waits longer than a minute")
    func timeIsUp() async throws {
        for (asked, waited) in [(20, 20.0), (3_600, 60.0)] {
            let slept = Locked<[TimeInterval]>([])
            let events = await wait(asked) { seconds in slept.withLock { $0.append(seconds) } }
            #expect(slept.withLock { $0 } == [waited])
            #expect(events.events.isEmpty)
            #expect(events.isComplete)
        }
    }

    @Test("is answered at once when something happens, however long the time is")
    func event() async throws {
        let events = await wait(60) { [store] _ in
            try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
            try await TestTime().realTime.sleep(1)
        }
        #expect(events.events.map(\.name) == [.purchased])
    }

    @Test("does not wait if it says so", arguments: [0, -5])
    func noWait(seconds: Int) async throws {
        let events = await wait(seconds) { _ in Issue.record("nothing is to be waited for") }
        #expect(events.events.isEmpty)
    }
}
