public import Foundation

/// Carries notifications to the developer's server.
public protocol NotificationTransport: Sendable {
    /// Posts one body and says how that ended; a failure is an outcome. It must end in a bounded time, and follows no
    /// redirect.
    ///
    /// - Parameters:
    ///   - body: JSON, `{"signedPayload":"…"}`.
    ///   - url: The developer's server.
    /// - Throws: `CancellationError` if the task was cancelled; then the attempt does not count.
    func post(_ body: Data, to url: URL) async throws(CancellationError) -> NotificationSendResult
}
