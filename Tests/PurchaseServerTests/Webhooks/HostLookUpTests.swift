import Dispatch
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Looking up the names of webhooks", .timeLimit(.minutes(15)))
struct HostLookUpTests {
    /// Looks up names as slowly as the test wants, each on a thread that waits.
    private final class SlowNames: Sendable {
        private let asked = Locked<[String]>([])
        private let gate = DispatchSemaphore(value: 0)

        /// What was looked up, in the order in which it began.
        var names: [String] { asked.withLock { $0 } }

        /// Blocks for a name that begins with "slow".
        func call(_ host: String) -> [String] {
            asked.withLock { $0.append(host) }
            if host.hasPrefix("slow") { gate.wait() }
            return ["17.253.144.10"]
        }

        /// Lets so many threads go on.
        func letGo(_ count: Int) { for _ in 0..<count { gate.signal() } }
    }

    @Test("A name for which nobody answers holds one thread, however many ask, and other names have theirs")
    func besideEachOther() async throws {
        let names = SlowNames()
        let lookUp = HostLookUp(threads: 2) { names.call($0) }
        let waiting = (0..<5).map { _ in Task { try await lookUp.addresses(of: "slow.example.com") } }
        await eventually { names.names == ["slow.example.com"] }
        for _ in 0..<3 { #expect(try await lookUp.addresses(of: "fast.example.com") == ["17.253.144.10"]) }
        #expect(names.names == ["slow.example.com"] + Array(repeating: "fast.example.com", count: 3))
        names.letGo(5)
        for task in waiting { #expect(try await task.value == ["17.253.144.10"]) }
    }

    @Test("Who is cancelled goes at once, though the look-up goes on")
    func cancelled() async throws {
        let names = SlowNames()
        let lookUp = HostLookUp(threads: 1) { names.call($0) }
        let waiting = Task { try await lookUp.addresses(of: "slow.example.com") }
        await eventually { names.names.count == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        names.letGo(1)
    }

    @Test("A failure is told to whoever asked")
    func failure() async {
        let lookUp = HostLookUp(threads: 1) { _ in throw HostLookUp.Failure(description: "there is none") }
        await #expect(throws: HostLookUp.Failure.self) { try await lookUp.addresses(of: "example.com") }
    }

    @Test("The time that a receiver has ends the waiting for its name as well")
    func deadline() async throws {
        let names = SlowNames()
        let lookUp = HostLookUp(threads: 1) { names.call($0) }
        let rule = WebhookAddressRule(allowsPrivate: false, clock: PassedClock()) {
            try await lookUp.addresses(of: $0)
        }
        let refusal = await #expect(throws: WebhookAddressRule.Refusal.self) {
            try await rule.destination(of: "https://slow.example.com/hook")
        }
        #expect(refusal?.description.contains("within 10 seconds") == true)
        names.letGo(1)
    }
}

/// A clock on which every time has passed.
private struct PassedClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
