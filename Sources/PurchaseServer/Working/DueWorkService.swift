import AppStoreServerClient
import Foundation
import Logging
import ServiceLifecycle

/// Does what is due, sleeps until the next thing falls due or something new comes, and goes on so until the server shuts
/// down.
struct DueWorkService: Service {
    /// What it does, for the log.
    let name: String
    /// Does all that is due.
    let work: @Sendable () async throws -> Void
    /// When the next thing falls due; nil if nothing waits.
    let nextDue: @Sendable () async throws -> Date?
    /// How long it sleeps at most, in seconds: whoever else writes to the database does not wake it.
    let longestSleep: TimeInterval
    let wakeUp: WakeUp
    let now: @Sendable () -> Date
    let sleep: VerifyReceiptClient.Sleeper
    let logger: Logger

    /// How long, in seconds, it rests after work: what cannot be done now must not keep it busy.
    private static let rest: TimeInterval = 1
    /// How long, in seconds, it waits when nothing can be read or stored.
    private static let pauseAfterFailure: TimeInterval = 60

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var isDue = true
            while !Task.isCancelled {
                do {
                    if isDue {
                        try await work()
                        try await sleep(min(Self.rest, longestSleep))
                    }
                    isDue = try await rest()
                } catch is CancellationError {
                    return
                } catch {
                    if Task.isCancelled { return }
                    // A full disk or a locked file passes; the next round tries again.
                    logger.error("\(name) failed", metadata: ["error": "\(error)"])
                    do { try await sleep(min(Self.pauseAfterFailure, longestSleep)) } catch { return }
                    isDue = true
                }
            }
        }
    }

    /// Sleeps until something is due, or may be.
    ///
    /// - Returns: Whether there is work, as far as can be told without doing it.
    func rest() async throws -> Bool {
        let seen = wakeUp.count
        guard let next = try await nextDue() else { return try await sleep(longestSleep, or: seen) }
        let left = next.timeIntervalSince(now())
        return left <= 0 ? true : try await sleep(min(left, longestSleep), or: seen)
    }

    /// - Returns: Whether the time is over; if not, something was written.
    private func sleep(_ seconds: TimeInterval, or seen: UInt64) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await sleep(seconds)
                return true
            }
            group.addTask {
                await wakeUp.wait(after: seen)
                try Task.checkCancellation()
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? true
        }
    }
}
