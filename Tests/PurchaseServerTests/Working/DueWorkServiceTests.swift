import Foundation
import GRDB
import Locking
import Logging
import Testing

@testable import PurchaseServer

@Suite("Working when something is due", .timeLimit(.minutes(15)))
struct DueWorkServiceTests {
    private static let now = Purchases.start

    private static func service(
        due: Date?,
        wakeUp: WakeUp = WakeUp(),
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) -> DueWorkService {
        DueWorkService(
            name: "work",
            work: {},
            nextDue: { due },
            longestSleep: 900,
            wakeUp: wakeUp,
            now: { now },
            sleep: sleep,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        )
    }

    @Test(
        "It sleeps until the next thing falls due, and never longer than it may",
        arguments: [(nil, [900]), (90, [90]), (5_000, [900]), (0, []), (-10, [])] as [(TimeInterval?, [TimeInterval])]
    )
    func sleeps(seconds: TimeInterval?, slept: [TimeInterval]) async throws {
        let sleeps = Locked<[TimeInterval]>([])
        let service = Self.service(due: seconds.map { Self.now + $0 }) { seconds in
            sleeps.withLock { $0.append(seconds) }
        }
        #expect(try await service.rest())
        #expect(sleeps.withLock { $0 } == slept)
    }

    @Test("What is written wakes it at once; then it looks whether that is due")
    func wakes() async throws {
        let wakeUp = WakeUp()
        let service = Self.service(due: Self.now + 500, wakeUp: wakeUp) { _ in
            wakeUp.ring()
            try await Task.sleep(for: .seconds(86_400))
        }
        #expect(try await service.rest() == false)
    }

    @Test("Nothing that comes between looking and sleeping is missed")
    func between() async {
        let wakeUp = WakeUp()
        let seen = wakeUp.count
        wakeUp.ring()
        await wakeUp.wait(after: seen)
        #expect(wakeUp.count == seen + 1)
    }

    @Test("Who sleeps can be cancelled")
    func cancelled() async throws {
        let wakeUp = WakeUp()
        let service = Self.service(due: nil, wakeUp: wakeUp) { _ in try await Task.sleep(for: .seconds(86_400)) }
        let task = Task { try await service.run() }
        task.cancel()
        try await task.value
    }

    @Test("The poller sleeps until an upload or a subscription falls due")
    func nextPoll() async throws {
        try await StorageKind.sqlite.test { storage, _ in
            let storage = try #require(storage as? PurchaseDatabase)
            #expect(try await storage.nextPoll(asksServerAPI: true) == nil)
            try await storage.notify("n", [Purchases.fact("1")], at: Self.now)
            try await storage.write { try $0.execute(sql: "UPDATE chain SET next_check_ms = 5000") }
            #expect(try await storage.nextPoll(asksServerAPI: true) == Date(timeIntervalSince1970: 5))
            #expect(try await storage.nextPoll(asksServerAPI: false) == nil)
            let upload = ReceiptUpload(customer: "alice", receipt: Data([1]), receivedAt: Self.now)
            let before = storage.wakeUp.count
            _ = try await storage.save(upload, retryAt: Self.now + 120)
            #expect(storage.wakeUp.count > before)
            #expect(try await storage.nextPoll(asksServerAPI: false) == Self.now + 120)
        }
    }

    @Test("Who writes wakes the others, and who finds nothing to do wakes nobody")
    func nothingToDo() async throws {
        try await StorageKind.sqlite.test { storage, _ in
            let storage = try #require(storage as? PurchaseDatabase)
            let before = storage.wakeUp.count
            #expect(try await storage.forgetEvents(before: Self.now, limit: 10) == 0)
            try await storage.write { try $0.execute(sql: "UPDATE chain SET next_check_ms = 5000") }
            #expect(storage.wakeUp.count == before)
            try await storage.notify("n", [Purchases.fact("1")], at: Self.now)
            let told = storage.wakeUp.count
            #expect(told > before)
            try await storage.write { try $0.execute(sql: "UPDATE chain SET next_check_ms = 5000") }
            #expect(storage.wakeUp.count == told + 1)
        }
    }
}
