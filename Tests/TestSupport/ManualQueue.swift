import Foundation

/// A callback queue that a test cranks by hand: nothing runs before ``run()``.
// Sendable is safe: the blocks are read and written only while the lock is held.
public final class ManualQueue: @unchecked Sendable {
    private let lock = NSLock()
    private var blocks: [@Sendable () -> Void] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// An empty queue.
    public init() {}

    /// Adds a block, to be run by ``run()``.
    public func enqueue(_ block: @escaping @Sendable () -> Void) {
        let waiting = lock.withLock {
            blocks.append(block)
            defer { self.waiting = [] }
            return self.waiting
        }
        waiting.forEach { $0.resume() }
    }

    /// Returns when a block waits.
    public func filled() async {
        await withCheckedContinuation { continuation in
            let isFilled = lock.withLock {
                if blocks.isEmpty { waiting.append(continuation) }
                return !blocks.isEmpty
            }
            if isFilled { continuation.resume() }
        }
    }

    /// How many blocks wait.
    public var count: Int { lock.withLock { blocks.count } }

    /// Runs the oldest block; false if there is none.
    @discardableResult
    public func step() -> Bool {
        let block = lock.withLock { blocks.isEmpty ? nil : blocks.removeFirst() }
        block?()
        return block != nil
    }

    /// Runs everything, also what the blocks add.
    public func run() {
        while step() {}
    }
}
