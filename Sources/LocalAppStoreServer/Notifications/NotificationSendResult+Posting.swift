import AppStoreModels
import Foundation

extension NotificationSendResult {
    /// Posts a notification and says how that ended; a failure is an outcome.
    ///
    /// - Parameters:
    ///   - body: JSON, `{"signedPayload":"…"}`.
    ///   - url: The developer's server.
    ///   - seconds: How long the receiver may take until the last byte of its answer; the App Store waits about 30 seconds.
    /// - Throws: `CancellationError` if the task was cancelled; then the attempt does not count.
    init(
        posting body: Data,
        to url: URL,
        over transport: any HTTPTransport,
        within seconds: TimeInterval = 30
    ) async throws(CancellationError) {
        // The answer's body says nothing, but reading it frees the connection for the next notification.
        let length = 1_024 * 1_024
        let request = HTTPTransportRequest(url: url, body: body, timeout: seconds, maximumResponseLength: length)
        do {
            self.init(httpStatus: try await transport.send(request).status)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            self.init((error as? HTTPTransportError)?.code)
        }
    }

    init(_ code: HTTPTransportError.Code?) {
        self =
            switch code {
            case .timedOut: .timedOut
            case .tls: .tlsIssue
            case .noReceiver: .noResponse
            case .socket: .socketIssue
            case .closed: .prematureClose
            default: .other
            }
    }
}
