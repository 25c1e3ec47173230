import Foundation
import Locking
import TestSupport
import Testing

@testable import purser

@Suite("The clock of a local store, by which a server goes", .timeLimit(.minutes(15)))
struct StoreClockTests {
    private static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    /// A store that says what time it is, and a machine whose clock stands until it is moved.
    private struct Bench {
        let said = Locked<StoreClock.Reading?>(nil)
        let questions = Locked(0)
        let uptime = Locked(TimeInterval(100))
        let pauses = Locked([TimeInterval]())
        let whilePausing = Locked<(@Sendable () -> Void)?>(nil)

        var clock: StoreClock {
            StoreClock(
                machine: { StoreClockTests.noon },
                uptime: { [uptime] in uptime.withLock { $0 } },
                pause: { [pauses, uptime, whilePausing] seconds in
                    pauses.withLock { $0.append(seconds) }
                    uptime.withLock { $0 += seconds }
                    whilePausing.withLock { $0 }?()
                },
                read: { [said, questions] in
                    questions.withLock { $0 += 1 }
                    guard let reading = said.withLock({ $0 }) else { throw URLError(.cannotConnectToHost) }
                    return reading
                }
            )
        }

        func say(_ days: Double, isRunning: Bool = false) {
            let date = StoreClockTests.noon.addingTimeInterval(days * 86_400)
            said.withLock { $0 = StoreClock.Reading(date: date, isRunning: isRunning) }
        }
    }

    private func days(_ clock: StoreClock) -> Double { clock.now.timeIntervalSince(Self.noon) / 86_400 }

    @Test("Until the store has said something it is the machine's time, then the store's, ahead or behind")
    func follows() async {
        let bench = Bench()
        let clock = bench.clock
        #expect(days(clock) == 0)
        await clock.look()
        #expect(days(clock) == 0)
        bench.uptime.withLock { $0 += StoreClock.rest }
        bench.say(40)
        await clock.look()
        #expect(days(clock) == 40)
        bench.say(-3)
        await clock.look()
        #expect(days(clock) == -3)
    }

    @Test("A clock that runs goes on between two looks; one that stands does not")
    func goesOn() async {
        let bench = Bench()
        let clock = bench.clock
        bench.say(1, isRunning: true)
        await clock.look()
        bench.uptime.withLock { $0 += 43_200 }
        #expect(days(clock) == 1.5)
        bench.say(1, isRunning: false)
        await clock.look()
        bench.uptime.withLock { $0 += 43_200 }
        #expect(days(clock) == 1)
    }

    @Test("A store that does not answer is left alone for a while, and what it said last counts")
    func silent() async {
        let bench = Bench()
        let clock = bench.clock
        bench.say(40)
        await clock.look()
        bench.said.withLock { $0 = nil }
        await clock.look()
        await clock.look()
        #expect(days(clock) == 40)
        #expect(bench.questions.withLock { $0 } == 2)
        bench.say(41)
        bench.uptime.withLock { $0 += StoreClock.rest }
        await clock.look()
        #expect(days(clock) == 41)
    }

    /// Has many look while the first question is under way, which then ends.
    private func lookTogether(
        at clock: StoreClock,
        _ asked: Locked<Int>,
        _ opener: AsyncStream<Void>.Continuation
    ) async {
        let arrived = Locked(0)
        async let first: Void = clock.look()
        while asked.withLock({ $0 }) == 0 { await Task.yield() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    arrived.withLock { $0 += 1 }
                    await clock.look()
                }
            }
            while arrived.withLock({ $0 }) < 50 { await Task.yield() }
            opener.finish()
            await group.waitForAll()
        }
        await first
    }

    @Test("Who asks while a question is under way shares the next: the answer may be older than what it is for")
    func shared() async {
        let asked = Locked(0)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let clock = StoreClock(
            machine: { Self.noon },
            uptime: { 0 },
            pause: { _ in },
            read: {
                let number = asked.withLock { count in
                    count += 1
                    return count
                }
                if number == 1 { for await _ in gate {} }
                let date = Self.noon.addingTimeInterval(Double(number) * 86_400)
                return StoreClock.Reading(date: date, isRunning: false)
            }
        )
        await lookTogether(at: clock, asked, opener)
        #expect(days(clock) >= 2)
        // One for all of them; a thread may have been between its arrival and its question.
        #expect(asked.withLock { $0 } < 10)
    }

    @Test("Many who ask a store that does not answer wait for one question")
    func silentForAll() async {
        let asked = Locked(0)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let clock = StoreClock(
            machine: { Self.noon },
            uptime: { 0 },
            pause: { _ in },
            read: {
                asked.withLock { $0 += 1 }
                for await _ in gate {}
                throw URLError(.timedOut)
            }
        )
        await lookTogether(at: clock, asked, opener)
        #expect(asked.withLock { $0 } == 1)
        #expect(days(clock) == 0)
    }

    @Test("Who sleeps wakes when the store's clock was moved past the end, and otherwise when the time is over here")
    func sleeps() async throws {
        let bench = Bench()
        let clock = bench.clock
        bench.say(0)
        await clock.look()
        try await clock.sleep(2.5)
        #expect(bench.pauses.withLock { $0 } == [1, 1, 0.5])
        bench.pauses.withLock { $0 = [] }
        bench.whilePausing.withLock { $0 = { bench.say(2) } }
        try await clock.sleep(86_400)
        #expect(bench.pauses.withLock { $0 } == [1])
    }
}
