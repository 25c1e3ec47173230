import AppStoreModels
import AppStoreServerClient
import Foundation
import Locking
import TestSupport
import Testing

@Suite("Limits that several processes share")
struct SharedTurnsTests {
    /// A common count that answers from a list.
    private final class Count: SharedTurns {
        struct Away: Error {}

        private let answers: Locked<[Result<TimeInterval?, Away>]>
        private let asked = Locked<[String]>([])
        private let closings = Locked<[String: TimeInterval]>([:])

        init(_ answers: [Result<TimeInterval?, Away>]) { self.answers = Locked(answers) }

        var limits: [String] { asked.withLock { $0 } }
        var closed: [String: TimeInterval] { closings.withLock { $0 } }

        func reserve(_ limit: SharedLimit, patience: TimeInterval) async throws -> TimeInterval? {
            asked.withLock { $0.append("\(limit.name) \(limit.capacity) \(limit.perSecond)") }
            return try answers.withLock { $0.isEmpty ? .success(0) : $0.removeFirst() }.get()
        }

        func close(_ limit: SharedLimit, for seconds: TimeInterval) async throws {
            closings.withLock { $0[limit.name] = seconds }
        }
    }

    private static let answer = ServerAPIScript.Step.json(#"{"testNotificationToken":"t"}"#)

    @Test("A request waits as long as the common count says, by the app, the limit and the environment")
    func waiting() async throws {
        let network = ServerAPIScript([Self.answer, Self.answer])
        let count = Count([.success(0), .success(7)])
        let client = try network.client(routing: .sandbox).sharing(count)
        for _ in 1...2 { _ = try await client.requestTestNotification() }
        #expect(network.waits == [7])
        let name = "\(ServerAPIScript.app.bundleID)/1/sandbox"
        #expect(count.limits == Array(repeating: "\(name) 6.0 \(0.1 * 59 / 60)", count: 2))
    }

    @Test("One whose turn would come too late is not sent, and takes no place of this process either")
    func tooLate() async throws {
        let network = ServerAPIScript([ServerAPIScript.Step](repeating: Self.answer, count: 6))
        let count = Count([.success(nil)])
        let client = try network.client(routing: .sandbox, limits: ServerAPILimits(totalTimeout: 5)).sharing(count)
        let error = await #expect(throws: ServerAPIError.self) { try await client.requestTestNotification() }
        #expect(error?.code == .rateLimited && error?.isRetryable == true)
        #expect(network.requests.isEmpty)
        for _ in 1...6 { _ = try await client.requestTestNotification() }
        #expect(network.requests.count == 6 && network.waits.isEmpty)
    }

    @Test("Where the common count is away each process keeps below the limits by itself")
    func away() async throws {
        let network = ServerAPIScript([ServerAPIScript.Step](repeating: Self.answer, count: 7))
        let count = Count([Result<TimeInterval?, Count.Away>](repeating: .failure(Count.Away()), count: 7))
        let client = try network.client(routing: .sandbox).sharing(count)
        for _ in 1...7 { _ = try await client.requestTestNotification() }
        #expect(network.waits.count == 1)
        #expect(abs((network.waits.first ?? 0) - 600.0 / 59) < 1e-6)
    }

    @Test("When the App Store says when to come back all processes hear of it")
    func closing() async throws {
        let moment = TestAuthority.signingDate.addingTimeInterval(600)
        let network = ServerAPIScript(.code(4_290_000, retryAfter: "\(moment.millisecondsSince1970)"))
        let count = Count([])
        let client = try network.client(routing: .sandbox).sharing(count)
        let error = await #expect(throws: ServerAPIError.self) { try await client.requestTestNotification() }
        #expect(error?.code == .rateLimited)
        #expect(count.closed == ["\(ServerAPIScript.app.bundleID)/1/sandbox": 600])
    }
}
