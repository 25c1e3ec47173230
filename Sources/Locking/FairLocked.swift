public import Foundation

/// A value that only one thread touches at a time, and that nobody who waits is kept from.
///
/// The lock of ``Locked`` goes to whoever asks next. A thread that gives it back and at once takes it again keeps it for as
/// long as it works, and those who wait starve. Here everybody passes a gate, and who waits for the value holds the gate: so
/// a thread that comes back stands behind them.
///
/// - Important: As with ``Locked``, never call foreign code inside ``withLock(_:)``.
@usableFromInline
package final class FairLocked<Value>: @unchecked Sendable {
    // Sendable is safe for the same reason as with `Locked`: `value` is read and written only between `lock` and `unlock`
    // of `lock`, and enters and leaves the class through `sending` parameters and results. The gate guards nothing. Nor need
    // Swift look for overlapping accesses, for the reason given there.
    @usableFromInline let gate = NSLock()
    @usableFromInline let lock = NSLock()
    @usableFromInline @exclusivity(unchecked) var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with exclusive access to the value and returns what it returns.
    // Inlinable, as with `Locked`.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        gate.lock()
        lock.lock()
        gate.unlock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
