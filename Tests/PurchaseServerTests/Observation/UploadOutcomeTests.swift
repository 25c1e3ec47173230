import Foundation
import Locking
import Logging
import NIOCore
import Testing

@testable import HTTPServing
@testable import PurchaseServer

@Suite("How uploads end, in counter and log")
struct UploadOutcomeTests {
    private struct Unforeseen: Error {}

    static let errors: [(error: any Error, outcome: String)] = [
        (RequestRefusal.bodyCutOff, "body-cut-off"),
        (RequestRefusal.bodyTooLate, "body-too-late"),
        (RequestRefusal.overloaded, "overloaded"),
        (ChannelError.inputClosed, "client-gone"),
        (ChannelError.ioOnClosedChannel, "client-gone"),
        (CancellationError(), "cancelled"),
        // Work that gave up by itself, while somebody waits for it.
        (CancellationError(), "server-error"),
        (RevenueCatError.badRequest("no text"), "request-refused"),
        (Rejection(413, "body-too-large", "too much"), "body-too-large"),
        (PurchaseServerError(.databaseFull, "no room"), "database-full"),
        (Unforeseen(), "server-error"),
    ]

    @Test("Who goes away or sends too slowly is named as that, and only what nobody foresaw is the server's error")
    func outcomes() async throws {
        for (error, outcome) in Self.errors {
            let lines = Locked<[String]>([])
            let metrics = ServerMetrics()
            let log = UploadLog(
                metrics: metrics,
                uptime: { 1 },
                logger: Logger(label: "test") { _ in
                    LogRecorder(lines) { _, metadata in "\(metadata["outcome", default: "none"])" }
                }
            )
            let upload = Task {
                if outcome == "cancelled" { withUnsafeCurrentTask { $0?.cancel() } }
                _ = try await log.watching(CustomerID("rose")) { throw error }
            }
            await #expect(throws: (any Error).self) { try await upload.value }
            #expect(lines.withLock { $0 } == [outcome], "\(error)")
            let text = metrics.text(ServerCounters())
            let counted = text.split(separator: "\n").filter { $0.hasPrefix("purser_uploads_total{") }
            #expect(counted == ["purser_uploads_total{outcome=\"\(outcome)\"} 1"], "\(error)")
        }
    }
}
