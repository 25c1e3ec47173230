public import Foundation

/// Carries notifications to the developer's server.
public protocol NotificationTransport: Sendable {
    /// Posts one body and says how that ended; never throws, because a failure is an outcome.
    ///
    /// - Parameters:
    ///   - body: JSON, `{"signedPayload":"…"}`.
    ///   - url: The developer's server.
    func post(_ body: Data, to url: URL) async -> NotificationSendResult
}
