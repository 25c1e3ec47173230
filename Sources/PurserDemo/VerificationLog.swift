import AppStoreModels
import AppStoreServerClient
import Foundation
import Locking
import OutgoingHTTP

/// Listens in on the questions that the purchase server asks the App Store, so that the demonstration can show them.
struct VerificationLog: HTTPTransport {
    /// One question and its answer.
    struct Exchange: Sendable {
        let path: String
        let status: Int64
    }

    private let wrapped = AsyncHTTPClientTransport()
    private let exchanges = Locked([Exchange]())

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let response = try await wrapped.send(request)
        if let answer = try? VerifyReceiptResponse(jsonData: response.body), let status = answer.status {
            exchanges.withLock { $0.append(Exchange(path: request.url.path, status: Int64(status.rawValue))) }
        }
        return response
    }

    /// The exchanges since the last call.
    func take() -> [Exchange] {
        exchanges.withLock { exchanges in
            defer { exchanges = [] }
            return exchanges
        }
    }
}
