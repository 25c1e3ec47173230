import AppStoreModels
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import OutgoingHTTP

/// The transport over AsyncHTTPClient.
///
/// It follows no redirect: the request holds the shared secret, which is for the address that was configured only. The
/// time of a request is the time of the whole exchange, until the last byte of the answer.
public struct AsyncHTTPClientTransport: HTTPTransport {
    private let exchange: HTTPExchange

    /// A transport.
    public init() { self.init(exchange: HTTPExchange()) }

    init(exchange: HTTPExchange) { self.exchange = exchange }

    public func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        do {
            let answer = try await exchange.answer(
                to: HTTPExchange.Request(
                    .POST,
                    try HTTPAddress(request.url),
                    headers: ["Content-Type": request.contentType, "User-Agent": "Purser"],
                    body: ByteBuffer(data: request.body),
                    deadline: .seconds(request.timeout),
                    maximumAnswer: request.maximumResponseLength
                )
            )
            return HTTPTransportResponse(
                status: answer.status,
                body: Data(buffer: answer.body),
                retryAfter: answer.headers.first(name: "Retry-After").flatMap(Self.seconds)
            )
        } catch let error as HTTPAddressError {
            throw HTTPTransportError(.invalidAddress, reason: "\(error)")
        } catch let error as HTTPExchangeError {
            throw try HTTPTransportError(error)
        }
    }

    /// The whole seconds of a `Retry-After`; a date, a fraction or a word is none.
    private static func seconds(_ text: String) -> TimeInterval? {
        Int(text).flatMap { $0 >= 0 ? TimeInterval($0) : nil }
    }
}

extension HTTPTransportError {
    /// - Throws: `CancellationError` where that is what happened.
    fileprivate init(_ error: HTTPExchangeError) throws {
        switch error.code {
        case .cancelled: throw CancellationError()
        case .deadline: self.init(.timedOut, reason: error.reason)
        case .answerTooLong: self.init(.responseTooLong, reason: error.reason)
        case .noReceiver, .tls, .closed, .socket, .other: self.init(.notReachable, reason: error.reason)
        }
    }
}
