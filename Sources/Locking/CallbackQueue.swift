package import Foundation

/// Where callbacks run: a dispatch queue in an app, a hand-cranked list in a test.
///
/// It must be serial and first in, first out; it must never run a block inside ``enqueue(_:)``.
package struct CallbackQueue: Sendable {
    private let add: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Whether blocks run without anybody's doing, on threads; else who cranks says when.
    package let runsByItself: Bool

    package init(_ add: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        (self.add, runsByItself) = (add, false)
    }

    package init(_ queue: DispatchQueue) {
        (add, runsByItself) = ({ queue.async(execute: $0) }, true)
    }

    /// Runs `block` later, after everything that was enqueued before it.
    package func enqueue(_ block: @escaping @Sendable () -> Void) {
        add(block)
    }
}
