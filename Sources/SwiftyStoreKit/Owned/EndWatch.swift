import Foundation

/// Looks again when something that is owned ends by itself, for nobody tells of that.
struct EndWatch: Sendable {
    /// Waits some seconds.
    let sleep: @Sendable (TimeInterval) async throws -> Void
    /// In how many seconds something ends; nil if nothing does.
    let secondsLeft: @Sendable () -> TimeInterval?
    /// Finds out what is owned.
    let look: @Sendable () async -> Void

    /// The shortest wait, in seconds: clocks that disagree by a moment keep nobody busy.
    static let shortest: TimeInterval = 1

    /// Waits for the next end, anew after each look, until the task is cancelled.
    ///
    /// - Parameter looks: Says that somebody has looked.
    func follow(_ looks: AsyncStream<Void>) async {
        var waiting: Task<Void, Never>?
        for await _ in looks {
            waiting?.cancel()
            waiting = secondsLeft().map { seconds in Task { await wait(max(seconds, Self.shortest)) } }
        }
        waiting?.cancel()
    }

    private func wait(_ seconds: TimeInterval) async {
        do { try await sleep(seconds) } catch { return }
        // Another look has set another end meanwhile.
        if !Task.isCancelled { await look() }
    }
}
