import AppStoreModels
public import Foundation
public import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import OutgoingHTTP

/// Posts notifications over HTTP.
public struct HTTPNotificationTransport: NotificationTransport {
    private let exchange: HTTPExchange
    private let timeout: TimeAmount

    /// A transport.
    ///
    /// - Parameter timeout: How long the receiver may take until the last byte of its answer; the App Store waits about 30
    ///   seconds.
    public init(timeout: TimeAmount = .seconds(30)) { self.init(exchange: HTTPExchange(), timeout: timeout) }

    init(exchange: HTTPExchange, timeout: TimeAmount = .seconds(30)) {
        self.exchange = exchange
        self.timeout = timeout
    }

    public func post(_ body: Data, to url: URL) async throws(CancellationError) -> NotificationSendResult {
        do {
            let answer = try await exchange.answer(
                to: HTTPExchange.Request(
                    .POST,
                    try HTTPAddress(url),
                    headers: ["Content-Type": "application/json", "User-Agent": "Purser-LocalAppStore"],
                    body: ByteBuffer(data: body),
                    deadline: Duration(timeout),
                    // The body says nothing, but reading it frees the connection for the next notification.
                    maximumAnswer: 1_024 * 1_024
                )
            )
            return NotificationSendResult(httpStatus: answer.status)
        } catch let error as HTTPExchangeError {
            guard error.code != .cancelled else { throw CancellationError() }
            return NotificationSendResult(error.code)
        } catch {
            return .other
        }
    }
}

extension NotificationSendResult {
    fileprivate init(_ code: HTTPExchangeError.Code) {
        self =
            switch code {
            case .deadline: .timedOut
            case .tls: .tlsIssue
            case .noReceiver: .noResponse
            case .socket: .socketIssue
            case .closed: .prematureClose
            case .answerTooLong, .cancelled, .other: .other
            }
    }
}
