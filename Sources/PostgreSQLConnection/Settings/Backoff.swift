/// Pauses between attempts: they grow, to a limit, and no two processes keep in step.
package struct Backoff: Sendable, Equatable {
    /// The first pause.
    package var first: Duration = .milliseconds(100)
    /// The longest pause.
    package var longest: Duration = .seconds(10)

    package init(first: Duration = .milliseconds(100), longest: Duration = .seconds(10)) {
        self.first = first
        self.longest = longest
    }

    /// The pause after so many attempts that failed in a row: between half and the whole of what has doubled with each.
    ///
    /// - Parameters:
    ///   - failures: 1 after the first.
    ///   - share: From 0 to 1, by chance.
    package func pause(afterFailures failures: Int, share: Double) -> Duration {
        var pause = first
        for _ in 0..<max(0, min(failures - 1, 40)) where pause < longest { pause = pause * 2 }
        return min(pause, longest) * (0.5 + min(max(share, 0), 1) / 2)
    }
}
