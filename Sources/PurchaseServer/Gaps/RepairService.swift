import AppStoreServerClient
import Foundation
import Logging
import ServiceLifecycle

/// Looks for what the server was not told: at its start, and in intervals until it shuts down.
struct RepairService: Service {
    let repair: GapRepair
    let interval: TimeInterval
    let sleep: VerifyReceiptClient.Sleeper
    let logger: Logger

    /// How long, in seconds, to wait before going on with what one round did not finish.
    private static let shortPause: TimeInterval = 60

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                var pause = interval
                do {
                    let report = try await repair.run()
                    if report.isUnfinished { pause = min(pause, Self.shortPause) }
                    if report.foundNotifications + report.refusedNotifications + report.askedHistories > 0 {
                        logger.info(
                            "gaps repaired",
                            metadata: [
                                "notifications": "\(report.foundNotifications)",
                                "refused": "\(report.refusedNotifications)",
                                "histories": "\(report.askedHistories)",
                            ]
                        )
                    }
                } catch is CancellationError {
                    return
                } catch {
                    // A full disk or a locked file passes; the next round tries again.
                    logger.error("gaps could not be repaired", metadata: ["error": "\(error)"])
                }
                do { try await sleep(pause) } catch { return }
            }
        }
    }
}
