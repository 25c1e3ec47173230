import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Ends a process that was told to end and does not.
///
/// The first signal is the matter of a `ServiceGroup`, which ends gracefully. A second one ends the process at once, and so
/// does a shutdown that takes longer than it may. Nothing that was acknowledged is lost: it was on the disk before.
package enum EndingBySignal {
    /// What may go on after connections were closed, in seconds.
    private static let reserve: Double = 5

    /// Runs servers that end gracefully at SIGINT and SIGTERM.
    ///
    /// - Parameters:
    ///   - limits: How long they may take to end.
    ///   - body: Runs until the end.
    package static func withLimit<Result>(
        _ limits: ServerLimits,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let limit = limits.shutdownSeconds + limits.lingerSeconds + reserve
        let watch = Task {
            let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
            var iterator = signals.makeAsyncIterator()
            guard let first = await iterator.next() else { return }
            let alarm = Task {
                try await Task.sleep(for: .seconds(limit))
                end(by: first)
            }
            defer { alarm.cancel() }
            if let second = await iterator.next() { end(by: second) }
        }
        defer { watch.cancel() }
        return try await body()
    }

    /// As a shell tells a process that a signal ended.
    private static func end(by signal: UnixSignal) {
        _exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
    }
}
