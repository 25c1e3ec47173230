package import Foundation

/// Where callbacks run: a dispatch queue in an app, a hand-cranked list in a test.
///
/// It must be serial and first in, first out; it must never run a block inside ``enqueue(_:)``.
package struct CallbackQueue: Sendable {
    private let add: @Sendable (@escaping @Sendable () -> Void) -> Void

    package init(_ add: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.add = add
    }

    package init(_ queue: DispatchQueue) {
        self.init { queue.async(execute: $0) }
    }

    /// Runs `block` later, after everything that was enqueued before it.
    package func enqueue(_ block: @escaping @Sendable () -> Void) {
        add(block)
    }
}
