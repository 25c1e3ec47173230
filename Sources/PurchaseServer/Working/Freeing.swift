import Dispatch

/// Frees what is large on another core: what thousands of purchases take is freed as slowly as some of them are read, and nobody
/// who waits for an answer should wait for that.
enum Freeing {
    /// Lets go of a value: on another core if it is large, else at once. Whoever else has it keeps it.
    ///
    /// - Parameters:
    ///   - value: What nobody here needs any more.
    ///   - count: Of how many purchases it tells.
    ///   - queue: The other cores.
    static func later<Value: Sendable>(
        _ value: consuming Value,
        count: Int,
        on queue: (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.global(qos: .utility).async(execute: $0)
        }
    ) {
        guard count >= OtherCores.minimumCount else { return }
        let last = Last(value)
        // The value goes with the work that has it.
        queue { withExtendedLifetime(last) {} }
    }

    /// Has a value for the last time. A class, so that what is handed over is one reference.
    private final class Last<Value: Sendable>: Sendable {
        private let value: Value

        init(_ value: consuming Value) { self.value = value }
    }
}
