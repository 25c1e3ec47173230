import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("A clock whose file cannot be written")
struct UnwrittenClockTests {
    private let time = TestTime()
    private let folder: TemporaryFolder
    private let store: LocalAppStore
    private let clock: StoreClock
    /// Where the file is; as long as it is not there nothing can be written.
    private var disk: URL { folder.file("disk") }

    init() throws {
        folder = try TemporaryFolder()
        store = try SampleShop.open()
        clock = try StoreClock(
            store: store,
            realTime: time.realTime,
            file: folder.file("disk").appendingPathComponent("clock.json")
        )
    }

    private func makeRoom() throws {
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    }

    private func fill() throws { try FileManager.default.removeItem(at: disk) }

    /// The clock as a restart would find it.
    private func reopened() throws -> StoreClock {
        try StoreClock(store: store, realTime: time.realTime, file: disk.appendingPathComponent("clock.json"))
    }

    @Test("It does not run when it was told to, says why, and runs when the disk does")
    func resuming() throws {
        #expect(clock.tryWritingAgain() == nil, "nothing has failed yet")
        #expect(throws: StoreServerError(.fileUnusable, "")) { try clock.resume() }
        #expect(!clock.isRunning)
        #expect(clock.tryWritingAgain() == StoreServerError(.fileUnusable, ""))
        try makeRoom()
        #expect(clock.tryWritingAgain() == nil)
        #expect(!clock.isRunning)
        #expect(try !reopened().isRunning)
        try clock.resume()
        #expect(clock.isRunning)
        #expect(try reopened().isRunning)
    }

    @Test("It does not stop when it was told to, and goes on over a restart", arguments: [false, true])
    func pausing(isSoon: Bool) throws {
        try makeRoom()
        try clock.resume()
        let start = store.now
        try fill()
        time.pass(60)
        #expect(throws: StoreServerError(.fileUnusable, "")) {
            if isSoon { try clock.pauseSoon() } else { try clock.pause() }
        }
        #expect(clock.isRunning)
        time.pass(60)
        #expect(clock.now == start.addingTimeInterval(120))
        try makeRoom()
        #expect(clock.tryWritingAgain() == nil)
        #expect(try reopened().now == start.addingTimeInterval(120))
        try clock.pause()
        #expect(try !reopened().isRunning)
    }

    @Test("It is not moved")
    func moving() async throws {
        try makeRoom()
        try clock.resume()
        try fill()
        let before = store.engine
        #expect(throws: StoreServerError(.fileUnusable, "")) { try clock.advance(by: 3_600) }
        #expect(throws: StoreServerError(.fileUnusable, "")) { try clock.advance(to: store.now.addingTimeInterval(9)) }
        await #expect(throws: StoreServerError(.fileUnusable, "")) {
            try await clock.travel(limit: 100, betweenPortions: {}, to: { .seconds(3_600) })
        }
        #expect(store.engine == before)
        #expect(!clock.isTravelling)
        try makeRoom()
        try clock.advance(by: 3_600)
        #expect(try reopened().now == clock.now)
    }

    @Test("A state that took the place of another one is there, and the clock goes on in it")
    func replaced() throws {
        try makeRoom()
        let snapshot = try store.snapshot()
        let start = store.now
        try clock.resume()
        try clock.advance(by: 86_400)
        // The disk is full as soon as the other state is there.
        let disk = disk
        let observation = store.observe { event in
            if event.name == .stateRestored { try? FileManager.default.removeItem(at: disk) }
        }
        try clock.restore(snapshot: snapshot)
        observation.cancel()
        #expect(clock.isRunning)
        #expect(clock.now == start)
        #expect(clock.tryWritingAgain() == StoreServerError(.fileUnusable, ""))
        try makeRoom()
        #expect(clock.tryWritingAgain() == nil)
        time.pass(30)
        #expect(try reopened().now == start.addingTimeInterval(30))
    }

    @Test("A clock that was to stop together with something that is refused goes on, also over a restart")
    func together() throws {
        try makeRoom()
        try clock.resume()
        let start = store.now
        time.pass(60)
        #expect(throws: StoreError(.invalidValue, "")) {
            try clock.pause { () throws(StoreError) in throw StoreError(.invalidValue, "") }
        }
        #expect(clock.isRunning)
        time.pass(60)
        #expect(clock.now == start.addingTimeInterval(120))
        #expect(try reopened().now == start.addingTimeInterval(120))
    }
}
