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
    /// Called after every look: notifications may be due, too.
    let afterLook: @Sendable () throws -> Void
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                while !Task.isCancelled {
                    try clock.catchUpIfDue()
                    try afterLook()
                    try await realTime.sleep(Self.interval)
                }
            } catch is CancellationError {
                return
            } catch {
                // Answers go on, and each says what is wrong.
                logger.critical("the store's time stands still", metadata: ["error": "\(error)"])
            }
        }
    }
}
