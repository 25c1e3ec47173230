import Dispatch
import Foundation
import LocalAppStore
import Logging
import ServiceLifecycle

/// Keeps the log of events, and that of notifications, short while the server runs, so that the folder opens at once also after weeks.
///
/// The snapshot is written on a thread of its own, and while it is, the store goes on selling.
struct LogCompaction: Service {
    /// How many seconds pass between two looks.
    static let interval: TimeInterval = 5

    let store: LocalAppStore
    let notifications: NotificationDelivery
    let realTime: RealTime
    let logger: Logger
    /// From how many events on a log is long.
    var length = 20_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await realTime.sleep(Self.interval) } catch { return }
                await compact()
                await notifications.compactLog(onlyIfBegun: true)
            }
        }
    }

    /// Makes the log short if it has grown long.
    func compact() async {
        // A snapshot has no events: those that have no notification yet could make none after a kill.
        guard store.loggedEventCount >= length, notifications.hasPublishedAll else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "log-compaction", qos: .utility).async {
                do {
                    try store.compactLog(of: length) { count throws(StoreError) in
                        try notifications.settle(upTo: count)
                    }
                } catch {
                    // Nothing is lost; what cannot be written any more is told by the next command.
                    logger.error("the log of events stays long", metadata: ["error": "\(error)"])
                }
                continuation.resume()
            }
        }
    }
}
