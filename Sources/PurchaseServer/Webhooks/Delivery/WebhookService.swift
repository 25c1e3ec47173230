import AppStoreServerClient
import Foundation
import Logging
import ServiceLifecycle

/// Tells endpoints what happened, until the server shuts down.
///
/// It looks in rounds what time alone has changed and what is due. What is sent is not waited for: the next round comes in
/// its time, and passes over the endpoints that are still being served, so that a slow one holds up nobody but itself.
struct WebhookService: Service {
    let sender: WebhookSender
    let interval: TimeInterval
    /// How long, in seconds, events and settled deliveries are kept.
    let retention: TimeInterval
    let sleep: VerifyReceiptClient.Sleeper

    private static let portion = 200

    /// What is waited for.
    private enum Occasion: Sendable {
        /// The next round begins.
        case round
        /// An endpoint has what was due, or gave no answer.
        case served(String)
        /// Nobody sleeps any more.
        case end
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Occasion.self, returning: Void.self) { group in
                var underWay: Set<String> = []
                group.addTask { .round }
                while let occasion = await group.next(), !Task.isCancelled {
                    switch occasion {
                    case .served(let endpoint): underWay.remove(endpoint)
                    case .end:
                        group.cancelAll()
                        return
                    case .round:
                        let (due, hasMore) = await look(besides: underWay)
                        for portion in due {
                            guard let endpoint = portion.first?.endpoint.identifier else { continue }
                            underWay.insert(endpoint)
                            group.addTask { await serve(portion, of: endpoint) }
                        }
                        group.addTask { await hasMore ? .round : pause() }
                    }
                }
            }
        }
    }

    /// One round for whoever waits until all that it has begun is over.
    ///
    /// - Returns: Whether there is more to do at once.
    func round() async throws -> Bool {
        let now = sender.now()
        let isMoreToNote = try await noteTimePassing(at: now)
        let sent = try await sender.deliverDue()
        let isMoreToForget = try await forgetEvents(at: now)
        return isMoreToNote || sent >= WebhookSender.perRound || isMoreToForget
    }

    // MARK: What a round does

    /// - Returns: What is to be sent now, and whether the next round comes at once.
    private func look(besides underWay: Set<String>) async -> (due: [[DueDelivery]], hasMore: Bool) {
        do {
            let now = sender.now()
            let isMoreToNote = try await noteTimePassing(at: now)
            let isMoreToForget = try await forgetEvents(at: now)
            // At the end: whatever is taken is sent.
            let due = try await sender.takeDue { !underWay.contains($0) }
            return (due, isMoreToNote || isMoreToForget)
        } catch {
            report(error)
            return ([], false)
        }
    }

    private func serve(_ portion: [DueDelivery], of endpoint: String) async -> Occasion {
        do { try await sender.deliver(portion) } catch { report(error) }
        return .served(endpoint)
    }

    private func pause() async -> Occasion {
        do {
            try await sleep(interval)
            return .round
        } catch {
            return .end
        }
    }

    private func noteTimePassing(at date: Date) async throws -> Bool {
        try await sender.storage.noteTimePassing(at: date, limit: Self.portion) == Self.portion
    }

    private func forgetEvents(at date: Date) async throws -> Bool {
        try await sender.storage.forgetEvents(before: date.addingTimeInterval(-retention), limit: Self.portion)
            == Self.portion
    }

    /// A full disk or a locked file passes; the next round tries again.
    private func report(_ error: any Error) {
        guard !Task.isCancelled, !(error is CancellationError) else { return }
        sender.logger.error("webhooks failed", metadata: ["error": "\(error)"])
    }
}
