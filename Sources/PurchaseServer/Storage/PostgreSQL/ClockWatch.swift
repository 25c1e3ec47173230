import AppStoreServerClient
import Foundation
import Logging
import ServiceLifecycle

/// Says in the log, again and again, while the clock of a server is not that of the database that it shares: it was at the start.
struct ClockWatch: Service {
    let comparison: ClockComparison
    let sleep: VerifyReceiptClient.Sleeper
    let logger: Logger

    /// How many seconds are between two looks.
    private static let interval: TimeInterval = 600

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await sleep(Self.interval) } catch { return }
                await look()
            }
        }
    }

    func look() async {
        // A database that is away is told of by whoever needs it.
        guard let found = try? await comparison.difference(), found.isTooLarge else { return }
        logger.warning(
            "the clock of this machine is not that of the database: work may be done twice; have NTP set both",
            metadata: ["difference": "\(found) the database"]
        )
    }
}
