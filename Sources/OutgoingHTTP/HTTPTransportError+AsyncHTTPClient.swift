import AppStoreModels
import AsyncHTTPClient
import NIOCore
import NIOPosix

extension HTTPTransportError {
    /// What an error of the client or of the system means.
    init(_ error: any Error, _ request: HTTPTransportRequest, _ address: HTTPAddress) {
        if error is NIOTooManyBytesError {
            let reason = "the answer has more than \(request.maximumResponseLength) bytes"
            self.init(.responseTooLong, reason: reason)
        } else {
            self.init(Self.code(of: error), reason: "\(address.origin): \(Self.text(of: error))")
        }
    }

    private static func code(of error: any Error) -> Code {
        switch error {
        case let error as HTTPClientError:
            switch error {
            case .deadlineExceeded, .connectTimeout, .getConnectionFromPoolTimeout, .readTimeout, .writeTimeout:
                .timedOut
            case .remoteConnectionClosed: .closed
            case .tlsHandshakeTimeout: .tls
            default: .notReachable
            }
        case is NIOConnectionError: .noReceiver
        case let error as IOError where error.errnoCode == POSIXErrorCode.ECONNREFUSED.rawValue: .noReceiver
        case is IOError: .socket
        default: .notReachable
        }
    }

    private static func text(of error: any Error) -> String {
        (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error)): \(error)"
    }
}
