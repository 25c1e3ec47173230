public import AsyncHTTPClient
public import Foundation
public import NIOCore
import NIOHTTP1
import NIOPosix

/// Posts notifications over HTTP.
public struct HTTPNotificationTransport: NotificationTransport {
    private let client: HTTPClient
    private let timeout: TimeAmount

    /// A transport.
    ///
    /// - Parameters:
    ///   - client: The HTTP client; by default one that all transports share. It should not repeat failed connections:
    ///     that a receiver is down must be known at once.
    ///   - timeout: How long the receiver may take; the App Store waits about 30 seconds.
    public init(client: HTTPClient? = nil, timeout: TimeAmount = .seconds(30)) {
        self.client = client ?? .failingFast
        self.timeout = timeout
    }

    public func post(_ body: Data, to url: URL) async -> NotificationSendResult {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "User-Agent", value: "Purser-LocalAppStore")
        request.body = .bytes(body, length: .known(Int64(body.count)))
        do {
            let response = try await client.execute(request, timeout: timeout)
            // The body says nothing, but reading it frees the connection for the next notification.
            _ = try? await response.body.collect(upTo: 64 * 1024)
            return NotificationSendResult(httpStatus: Int(response.status.code))
        } catch {
            return Self.result(of: error)
        }
    }

    private static func result(of error: any Error) -> NotificationSendResult {
        switch error {
        case let error as HTTPClientError:
            switch error {
            case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout: .timedOut
            case .redirectCycleDetected, .redirectLimitReached: .circularRedirect
            case .remoteConnectionClosed: .prematureClose
            case .tlsHandshakeTimeout: .tlsIssue
            default: .other
            }
        case is NIOConnectionError: .noResponse
        case let error as IOError where error.errnoCode == POSIXErrorCode.ECONNREFUSED.rawValue: .noResponse
        case is IOError: .socketIssue
        default: .other
        }
    }
}
