import Locking
import Testing

@testable import PurchaseServer

@Suite("Values that are freed on another core")
struct FreeingTests {
    private final class Large: Sendable {}

    /// What other cores were given, and have not done yet.
    private typealias Given = Locked<[@Sendable () -> Void]>

    /// Does what was given.
    private static func work(_ given: Given) {
        let all = given.withLock { given in
            defer { given = [] }
            return given
        }
        for work in all { work() }
    }

    @Test("What is large lives until another core comes to it, and no longer")
    func large() {
        let given = Given([])
        weak var seen: Large?
        do {
            let large = Large()
            seen = large
            Freeing.later(consume large, count: 256, on: { work in given.withLock { $0.append(work) } })
        }
        #expect(seen != nil)
        #expect(given.withLock { $0.count } == 1)
        Self.work(given)
        #expect(seen == nil)
    }

    @Test("What is small goes at once, and wakes nobody")
    func small() {
        let given = Given([])
        weak var seen: Large?
        do {
            let small = Large()
            seen = small
            Freeing.later(consume small, count: 255, on: { work in given.withLock { $0.append(work) } })
            #expect(seen == nil)
        }
        #expect(given.withLock { $0.isEmpty })
    }

    @Test("What somebody else has stays theirs")
    func shared() {
        let given = Given([])
        let kept = Large()
        weak let seen = kept
        Freeing.later(kept, count: 256, on: { work in given.withLock { $0.append(work) } })
        Self.work(given)
        #expect(seen != nil)
        withExtendedLifetime(kept) {}
    }
}
