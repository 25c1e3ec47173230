import AppStoreModels
import AsyncHTTPClient
import NIOCore
import NIOPosix

/// Why there is no answer.
package struct HTTPExchangeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    package enum Code: Sendable, Hashable {
        /// The whole answer was not there in time.
        case deadline
        /// The answer has more bytes than are read.
        case answerTooLong
        /// The task was cancelled.
        case cancelled
        /// Nobody listens there.
        case noReceiver
        /// The secure connection failed.
        case tls
        /// The peer closed the connection in the middle of its answer.
        case closed
        /// The connection broke.
        case socket
        /// Something else, for example an answer that is not HTTP.
        case other
    }

    /// What went wrong.
    package let code: Code
    /// What was seen; holds neither path nor query nor body.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}

extension HTTPExchangeError {
    init(_ error: any Error, _ request: HTTPExchange.Request, isCancelled: Bool) {
        switch error {
        case is DeadlinePassed:
            self.init(.deadline, "\(request.address.origin) gave no whole answer within \(request.deadline)")
        case _ where isCancelled, is CancellationError:
            self.init(.cancelled, "the exchange with \(request.address.origin) was cancelled")
        case is NIOTooManyBytesError:
            self.init(.answerTooLong, "the answer has more than \(request.maximumAnswer) bytes")
        default:
            self.init(Self.code(of: error), "\(request.address.origin): \(Self.text(of: error))")
        }
    }

    private static func code(of error: any Error) -> Code {
        switch error {
        case let error as HTTPClientError:
            switch error {
            case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout: .deadline
            case .remoteConnectionClosed: .closed
            case .tlsHandshakeTimeout: .tls
            default: .other
            }
        case is NIOConnectionError: .noReceiver
        case let error as IOError where error.errnoCode == POSIXErrorCode.ECONNREFUSED.rawValue: .noReceiver
        case is IOError: .socket
        default: .other
        }
    }

    private static func text(of error: any Error) -> String {
        (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error)): \(error)"
    }
}
