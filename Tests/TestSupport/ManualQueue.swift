import Foundation

/// A callback queue that a test cranks by hand: nothing runs before ``run()``.
// Sendable is safe: the blocks are read and written only while the lock is held.
public final class ManualQueue: @unchecked Sendable {
    private let lock = NSLock()
    private var blocks: [@Sendable () -> Void] = []

    /// An empty queue.
    public init() {}

    /// Adds a block, to be run by ``run()``.
    public func enqueue(_ block: @escaping @Sendable () -> Void) {
        lock.withLock { blocks.append(block) }
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
