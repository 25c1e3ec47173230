import Foundation
import Locking
import Logging
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What is passed over because it cannot be read", .timeLimit(.minutes(15)))
struct PassedOverTests {
    private struct Refusal: Error {}

    private static func wait(_ what: Comment, until isSo: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        var turns = Turns()
        while !isSo() {
            try #require(ContinuousClock.now < end, what)
            await turns.pass()
        }
    }

    @Test("It is in the log once, also where another change of the same commit fails and all are tried again")
    func once() async throws {
        var world = try World()
        let lines = Locked<[String]>([])
        world.configuration.logger = Logger(label: "test") { _ in
            LogRecorder(lines) { event, _ in "\(event.message)" }
        }
        world.clock.withLock { $0 = Purchases.start }
        let storage = try world.server().storage
        let group = try storage.group
        try await storage.upload([Purchases.fact("1", lasts: 86_400)], by: "alice")
        try world.change("UPDATE purchase_standing SET content = x'7B'")
        let (hasBegun, mayEnd) = (Locked(false), Locked(false))
        let due = Purchases.start + 3 * 86_400
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            // Keeps the writer busy until both others wait.
            tasks.addTask {
                try await storage.write { _ in
                    hasBegun.withLock { $0 = true }
                    let end = ContinuousClock.now + .seconds(600)
                    while !mayEnd.withLock({ $0 }), ContinuousClock.now < end { usleep(1_000) }
                }
            }
            try await Self.wait("the first has begun") { hasBegun.withLock { $0 } }
            tasks.addTask { _ = try await storage.noteTimePassing(at: due, limit: 10) }
            try await Self.wait("the second waits") { group.waitingCount == 1 }
            tasks.addTask { try? await storage.write { _ -> Void in throw Refusal() } }
            try await Self.wait("the third waits") { group.waitingCount == 2 }
            mayEnd.withLock { $0 = true }
            try await tasks.waitForAll()
        }
        #expect(lines.withLock { $0.filter { $0 == "a purchase was passed over" } }.count == 1)
    }
}
