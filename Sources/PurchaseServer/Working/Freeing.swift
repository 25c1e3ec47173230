import Dispatch

/// Frees what is large on another core: what thousands of purchases take is freed as slowly as some of them are read, and nobody
/// who waits for an answer should wait for that.
enum Freeing {
    /// Frees a value soon, unless somebody else has it, too.
    static func later<Value: Sendable>(_ value: consuming Value) {
        let last = Last(value)
        DispatchQueue.global(qos: .utility).async { last.letGo() }
    }

    /// Has a value for the last time. A class, so that what is handed over is one reference.
    private final class Last<Value: Sendable>: Sendable {
        private let value: Value

        init(_ value: consuming Value) { self.value = value }

        /// The value goes with this object, which nobody has after this.
        func letGo() {}
    }
}
