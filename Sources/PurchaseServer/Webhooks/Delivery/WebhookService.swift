import AppStoreServerClient
import Foundation
import Logging
import ServiceLifecycle

/// Tells endpoints what happened, in rounds, until the server shuts down.
struct WebhookService: Service {
    let sender: WebhookSender
    let interval: TimeInterval
    /// How long, in seconds, events and settled deliveries are kept.
    let retention: TimeInterval
    let sleep: VerifyReceiptClient.Sleeper

    private static let portion = 200

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    if try await round() { continue }
                } catch is CancellationError {
                    return
                } catch {
                    if Task.isCancelled { return }
                    // A full disk or a locked file passes; the next round tries again.
                    sender.logger.error("webhooks failed", metadata: ["error": "\(error)"])
                }
                do { try await sleep(interval) } catch { return }
            }
        }
    }

    /// - Returns: Whether there is more to do at once.
    func round() async throws -> Bool {
        let now = sender.now()
        let noted = try await sender.storage.noteTimePassing(at: now, limit: Self.portion)
        let sent = try await sender.deliverDue()
        let forgotten = try await sender.storage.forgetEvents(
            before: now.addingTimeInterval(-retention),
            limit: Self.portion
        )
        return noted == Self.portion || sent >= WebhookSender.perRound || forgotten == Self.portion
    }
}
