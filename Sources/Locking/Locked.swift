public import Foundation

/// A value that only one thread touches at a time.
///
/// `Synchronization.Mutex` would do the same, but needs iOS 18; Purser's client modules start at iOS 15.
///
/// - Important: Never call foreign code (a delegate, a completion) inside ``withLock(_:)``: take what must be called
///   out of the value first, then call it after the closure returned.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
    // Sendable is safe: `value` is read and written only between `lock` and `unlock`, and enters and leaves the class
    // through `sending` parameters and results, so no other reference to its non-Sendable parts can exist.
    @usableFromInline let lock = NSLock()
    // Swift need not see to it once more that nobody else is at the value: the lock does, and keeps out also whoever holds it.
    @usableFromInline @exclusivity(unchecked) var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with exclusive access to the value and returns what it returns.
    // Inlinable: called by another module, it would look up what `Value` and `Result` are, each time. It is only where the
    // class is usable from inline, too, which the compiler does not tell.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
