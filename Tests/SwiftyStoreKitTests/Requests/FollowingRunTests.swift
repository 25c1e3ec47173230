import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("One run after the other", .timeLimit(.minutes(5))) struct FollowingRunTests {
    private let runs = FollowingRun<Int>()
    private let gate = ManualSleeper()
    private let log = Locked([String]())

    private func run(_ number: Int) async -> Int {
        await runs.value { [gate, log] in
            log.withLock { $0.append("begin \(number)") }
            await gate.sleep(0)
            log.withLock { $0.append("end \(number)") }
            return number
        }
    }

    @Test func `Who asks while it runs shares the run that follows`() async {
        let first = Task { await run(1) }
        await eventually { gate.requested.count == 1 }
        let second = Task { await run(2) }
        await eventually { runs.waiting == 1 }
        let third = Task { await run(3) }
        await eventually { runs.waiting == 2 }
        gate.wake()
        #expect(await first.value == 1)
        await eventually { gate.requested.count == 2 }
        #expect(runs.waiting == 0)
        // What has begun may have looked too early for who asks now.
        let late = Task { await run(4) }
        await eventually { runs.waiting == 1 }
        gate.wake()
        #expect(await second.value == 2)
        #expect(await third.value == 2)
        await eventually { gate.requested.count == 3 }
        gate.wake()
        #expect(await late.value == 4)
        #expect(log.withLock { $0 } == ["begin 1", "end 1", "begin 2", "end 2", "begin 4", "end 4"])
    }

    @Test func `What is asked for after a run begins anew`() async {
        for number in 1...3 {
            let task = Task { await run(number) }
            await eventually { gate.requested.count == number }
            gate.wake()
            #expect(await task.value == number)
        }
        #expect(runs.waiting == 0)
    }
}
