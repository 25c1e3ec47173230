import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import AppStoreServerClient

@Suite("Keeping below the App Store's limits")
struct RateLimiterTests {
    @Test("In no hour more leaves than the App Store allows", arguments: [50.0, 20, 10, 1, 0.1])
    func anHour(rate: Double) {
        var bucket = TokenBucket(rate: rate, at: 0)
        var time: TimeInterval = 0
        var sent = 0.0
        while let wait = bucket.reserve(at: time, patience: 3_600), time + wait < 3_600 {
            time += wait
            sent += 1
        }
        #expect(sent <= rate * 3_600 + 1)
        #expect(sent >= rate * 3_600 - 2)
    }

    @Test("A burst of a minute leaves at once, the next waits its turn")
    func burst() {
        var bucket = TokenBucket(rate: 1, at: 0)
        for _ in 1...60 { #expect(bucket.reserve(at: 0, patience: 0) == 0) }
        #expect(bucket.reserve(at: 0, patience: 0.5) == nil)
        let first = bucket.reserve(at: 0, patience: 10) ?? -1
        let second = bucket.reserve(at: 0, patience: 10) ?? -1
        #expect(abs(first - 60.0 / 59) < 1e-9)
        #expect(abs(second - 120.0 / 59) < 1e-9)
    }

    @Test("Who does not wait gives the place back")
    func givenBack() {
        var bucket = TokenBucket(rate: 1, at: 0)
        for _ in 1...60 { _ = bucket.reserve(at: 0, patience: 0) }
        let wait = bucket.reserve(at: 0, patience: 10) ?? -1
        bucket.giveBack()
        #expect(bucket.reserve(at: 0, patience: 10) == wait)
    }

    @Test("A clock that goes backwards fills nothing")
    func backwards() {
        var bucket = TokenBucket(rate: 1, at: 100)
        for _ in 1...60 { _ = bucket.reserve(at: 100, patience: 0) }
        #expect(bucket.reserve(at: 0, patience: 0) == nil)
        #expect(bucket.reserve(at: 100, patience: 0) == nil)
    }

    @Test("Limits are counted each for itself, and the sandbox has a tenth")
    func classes() {
        let limiter = RateLimiter(uptime: { 0 })
        for _ in 1...60 { #expect(limiter.reserve(.one, in: .production, patience: 0) == 0) }
        #expect(limiter.reserve(.one, in: .production, patience: 0) == nil)
        #expect(limiter.reserve(.ten, in: .production, patience: 0) == 0)
        for _ in 1...6 { #expect(limiter.reserve(.one, in: .sandbox, patience: 0) == 0) }
        #expect(limiter.reserve(.one, in: .sandbox, patience: 0) == nil)
    }

    @Test("Calls wait for their turn, and one that would wait past its deadline is not sent")
    func throughTheClient() async throws {
        let answers = [ServerAPIScript.Step](repeating: .json(#"{"testNotificationToken":"t"}"#), count: 70)
        let network = ServerAPIScript(answers)
        let client = try network.client(routing: .sandbox, limits: ServerAPILimits(totalTimeout: 11))
        for _ in 1...7 { _ = try await client.requestTestNotification() }
        #expect(network.waits.count == 1)
        #expect(abs((network.waits.first ?? 0) - 600.0 / 59) < 1e-6)
        let impatient = try network.client(routing: .sandbox, limits: ServerAPILimits(totalTimeout: 5))
        for _ in 1...6 { _ = try await impatient.requestTestNotification() }
        let error = await #expect(throws: ServerAPIError.self) { try await impatient.requestTestNotification() }
        #expect(error?.code == .rateLimited)
        #expect(error?.isRetryable == true)
        let wait = error?.retryAt?.timeIntervalSince(network.now) ?? -1
        #expect(abs(wait - 600.0 / 59) < 0.001)
        #expect(network.requests.count == 13)
    }
}
