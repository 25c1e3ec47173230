import Dispatch
import Locking
import Testing

@testable import LocalStoreKit

@Suite("The work queue of a device")
struct WorkQueueTests {
    private let done = Locked<[Int]>([])
    private let threads = DispatchQueue(label: "work")

    private func note(_ number: Int) { done.withLock { $0.append(number) } }

    @Test("Work runs in the order in which it came, whoever brings it")
    func order() {
        let queue = WorkQueue(CallbackQueue(threads))
        for number in 0..<100 { queue.enqueue { note(number) } }
        while !queue.runAtOnce({ note(100) }) { threads.sync {} }
        #expect(done.withLock { $0 } == Array(0...100))
    }

    @Test("Where nothing runs and nothing waits, work may run at once")
    func atOnce() {
        let queue = WorkQueue(CallbackQueue(threads))
        #expect(queue.runAtOnce { note(1) })
        #expect(queue.runAtOnce { note(2) })
        #expect(done.withLock { $0 } == [1, 2])
    }

    @Test("What comes while work runs at once waits for its end")
    func waiting() {
        let queue = WorkQueue(CallbackQueue(threads))
        let isOver = DispatchSemaphore(value: 0)
        let ran = queue.runAtOnce {
            queue.enqueue {
                note(3)
                isOver.signal()
            }
            #expect(!queue.runAtOnce { note(0) })
            // Everything that the threads were given is done: what was enqueued is not among it.
            threads.sync {}
            note(1)
        }
        #expect(ran)
        isOver.wait()
        #expect(done.withLock { $0 } == [1, 3])
    }

    @Test("Nothing overtakes what waits")
    func overtaking() {
        let queue = WorkQueue(CallbackQueue(threads))
        threads.suspend()
        queue.enqueue { note(1) }
        #expect(!queue.runAtOnce { note(0) })
        threads.resume()
        while !queue.runAtOnce({ note(2) }) { threads.sync {} }
        #expect(done.withLock { $0 } == [1, 2])
    }

    @Test("Nothing is kept of what ran")
    func letsGo() {
        final class Held: Sendable {}
        let queue = WorkQueue(CallbackQueue(threads))
        weak let held: Held? = {
            let held = Held()
            for number in 0..<10 { queue.enqueue { withExtendedLifetime(held) { note(number) } } }
            return held
        }()
        while !queue.runAtOnce({ note(10) }) { threads.sync {} }
        #expect(done.withLock { $0.count } == 11)
        #expect(held == nil)
    }

    @Test("On a queue that is cranked by hand everything waits for the crank, in one list with what else it was given")
    func crank() {
        let list = Locked<[@Sendable () -> Void]>([])
        let cranked = CallbackQueue { block in list.withLock { $0.append(block) } }
        let queue = WorkQueue(cranked)
        queue.enqueue { note(1) }
        cranked.enqueue { note(2) }
        queue.enqueue { note(3) }
        #expect(!queue.runAtOnce { note(0) })
        #expect(done.withLock { $0 }.isEmpty)
        for block in list.withLock({ $0 }) { block() }
        #expect(done.withLock { $0 } == [1, 2, 3])
    }
}
