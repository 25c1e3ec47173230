import AppStoreModels
import Foundation
import LocalAppStoreServer
import Locking
import Testing

@testable import purser

@Suite("Waiting for a store")
struct StoreWaitTests {
    @Test("It looks again and again, never past its end, and says what it saw last")
    func timesOut() async {
        let time = Locked<TimeInterval>(100)
        let looks = Locked(0)
        var wait = StoreWait(goal: .healthy, limit: 1) { _ throws(StoreServerError) in
            looks.withLock { $0 += 1 }
            throw StoreServerError(.stopped, "no store runs here")
        }
        wait.now = { time.withLock { $0 } }
        wait.sleep = { seconds in time.withLock { $0 += seconds } }
        do {
            _ = try await wait()
            Issue.record("there is no store")
        } catch {
            #expect(error.code == "timed-out")
            #expect(error.message == "after 1.0 seconds no store runs here")
        }
        #expect((20...22).contains(looks.withLock { $0 }))
        #expect(time.withLock { $0 } < 101.1)
    }

    @Test("A store that is not there has ended")
    func ended() async throws {
        let wait = StoreWait(goal: .end, limit: 1) { _ throws(StoreServerError) in
            throw StoreServerError(.stopped, "no store runs here")
        }
        _ = try await wait()
    }

    @Test(
        "A goal is a word or a date, with or without a time",
        arguments: [
            ("healthy", .healthy), ("deliveries", .deliveries),
            ("2026-12-01", .date(Date(timeIntervalSince1970: 1_796_083_200))),
            ("2026-12-01T01:00:00+01:00", .date(Date(timeIntervalSince1970: 1_796_083_200))), ("soon", nil),
            ("end", nil),
            ("2026-02-30", nil),
        ] as [(String, StoreWait.Goal?)]
    )
    func goals(text: String, goal: StoreWait.Goal?) { #expect(StoreWait.Goal(argument: text) == goal) }
}
