import Foundation
import Locking
import Testing

@testable import HTTPServing

@Suite("The threads that servers work on", .timeLimit(.minutes(5)))
struct ServerThreadsTests {
    @Test("Work is done in the order in which it came, whatever its priority")
    func order() async {
        let threads = ServerThreads(count: 1)
        let gate = Gate()
        let done = Locked<[Int]>([])
        let first = Task.detached(executorPreference: threads) { gate.stand() }
        gate.waitForOne()
        let others = [TaskPriority.background, .high, .low, .medium].enumerated().map { place, priority in
            Task.detached(executorPreference: threads, priority: priority) { done.withLock { $0.append(place) } }
        }
        #expect(threads.waitingCount == 4)
        gate.open(for: 1)
        await first.value
        for task in others { await task.value }
        #expect(done.withLock { $0 } == [0, 1, 2, 3])
    }

    @Test("As many work at the same time as there are threads; what comes then waits for the first that is done")
    func together() async {
        let threads = ServerThreads(count: 3)
        let gate = Gate()
        let tasks = (0..<5).map { _ in Task.detached(executorPreference: threads) { gate.stand() } }
        for _ in 0..<3 { gate.waitForOne() }
        #expect(threads.waitingCount == 2)
        // Whoever is let go takes what waits; the two others still stand.
        gate.open(for: 1)
        gate.waitForOne()
        #expect(threads.waitingCount == 1)
        gate.open(for: 4)
        for task in tasks { await task.value }
        #expect(threads.waitingCount == 0)
    }

    @Test("While something long is done more work at the same time, two at most; after it as few as before")
    func long() async {
        let threads = ServerThreads(count: 1)
        let (gate, longGate) = (Gate(), Gate())
        let long = (0..<3).map { _ in Task.detached(executorPreference: threads) { threads.doLong { longGate.stand() } }
        }
        for _ in 0..<3 { longGate.waitForOne() }
        let short = (0..<6).map { _ in Task.detached(executorPreference: threads) { gate.stand() } }
        #expect(threads.waitingCount == 6)
        #expect(threads.workingCount == 3)
        longGate.open(for: 3)
        for task in long { await task.value }
        gate.open(for: 3)
        for _ in 0..<4 { gate.waitForOne() }
        // Three were begun before, at most; the fourth is not while more than one thread works.
        #expect(threads.workingCount == 1)
        gate.open(for: 3)
        for task in short { await task.value }
    }

    @Test("A thread that has found nothing to do is woken by what comes next, each time")
    func wokenAgain() async {
        let threads = ServerThreads(count: 2)
        for number in 0..<2_000 {
            let answer = await Task.detached(executorPreference: threads) {
                await Task.yield()
                return number
            }.value
            #expect(answer == number)
        }
    }

    @Test("What a task of a server begins is done there as well")
    func children() async {
        let threads = ServerThreads(count: 2)
        let places = await Task.detached(executorPreference: threads) {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { Self.isOn(threads) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }.value
        #expect(places == Array(repeating: true, count: 8))
        #expect(!Self.isOn(threads))
    }

    private static func isOn(_ threads: ServerThreads) -> Bool {
        withUnsafeCurrentTask { $0?.unownedTaskExecutor == threads.asUnownedTaskExecutor() }
    }
}

/// Holds threads until it is opened.
private final class Gate: Sendable {
    private let coming = DispatchSemaphore(value: 0)
    private let going = DispatchSemaphore(value: 0)

    func stand() {
        coming.signal()
        going.wait()
    }

    /// Waits until one more stands there. The test's own thread is none of those that are tested.
    func waitForOne() { coming.wait() }

    func open(for count: Int) { for _ in 0..<count { going.signal() } }
}
