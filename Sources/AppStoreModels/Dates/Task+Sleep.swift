extension Task where Success == Never, Failure == Never {
    /// Waits so many seconds of real time: not at all for none or less, and no more than a year, which is as good as for ever
    /// and still a number that the system takes.
    ///
    /// - Throws: `CancellationError`
    @usableFromInline
    package static func sleep(seconds: Double) async throws {
        let possible = seconds > 0 ? min(seconds, 365 * 86_400) : 0
        try await sleep(nanoseconds: UInt64(possible * 1_000_000_000))
    }
}
