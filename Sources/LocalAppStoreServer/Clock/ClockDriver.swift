import Foundation
import LocalAppStore
import Logging
import ServiceLifecycle

/// Makes happen what falls due while nobody asks.
///
/// It looks often instead of sleeping until the next date: whatever changes that date needs to wake nobody up, and a
/// machine that slept is right again at once.
struct ClockDriver: Service {
    /// How many seconds pass between two looks.
    static let interval: TimeInterval = 0.25

    let clock: StoreClock
    let realTime: RealTime
    /// What is done between two portions of what fell due.
    let betweenPortions: @Sendable () async -> Void
    /// Called after every look: notifications may be due, too.
    let afterLook: @Sendable () throws -> Void
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var failure: String?
            while !Task.isCancelled {
                do {
                    try await clock.catchUp(betweenPortions: betweenPortions)
                    let unwritten = clock.tryWritingAgain()
                    try afterLook()
                    if let unwritten {
                        tell("the clock cannot be written down, and goes on", unwritten, unless: &failure)
                    } else {
                        if failure != nil { logger.notice("the store's time goes on") }
                        failure = nil
                    }
                } catch is CancellationError {
                    return
                } catch {
                    // What keeps it may end, such as a full disk. Until then answers go on, and each says what is wrong.
                    tell("the store's time stands still", error, unless: &failure)
                }
                do { try await realTime.sleep(Self.interval) } catch { return }
            }
        }
    }

    /// Logs a failure, unless it was logged last.
    private func tell(_ message: Logger.Message, _ error: any Error, unless last: inout String?) {
        let text = "\(error)"
        if text != last { logger.critical(message, metadata: ["error": "\(text)"]) }
        last = text
    }
}
