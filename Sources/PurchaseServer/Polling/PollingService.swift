import AppStoreServerClient
import Foundation
import Logging
import ServiceLifecycle

/// Drives the poller in intervals until the server shuts down.
struct PollingService: Service {
    let poller: Poller
    let interval: TimeInterval
    let sleep: VerifyReceiptClient.Sleeper
    let metrics: ServerMetrics
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    let report = try await poller.pollDue()
                    metrics.questions(report)
                    if report.total > 0 { logger.info("polled", metadata: ["questions": "\(report.total)"]) }
                } catch is CancellationError {
                    return
                } catch {
                    // A full disk or a locked file passes; the next round tries again.
                    logger.error("polling failed", metadata: ["error": "\(error)"])
                }
                do { try await sleep(interval) } catch { return }
            }
        }
    }
}
