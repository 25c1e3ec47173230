import AppStoreModels
import Foundation
import LocalAppStore
import SwiftyStoreKit

/// Answers what the snippets send to Apple's `verifyReceipt`, so that they run as they are and no request leaves.
struct AppleInPlace: HTTPTransport {
    let store: LocalAppStore

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse { answer(request) }

    func send(
        _ request: HTTPTransportRequest,
        completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
    ) {
        completion(.success(answer(request)))
    }

    private func answer(_ request: HTTPTransportRequest) -> HTTPTransportResponse {
        let question = VerifyReceiptRequest(json: (try? JSONValue(parsing: request.body))?.object ?? JSONObject())
        let isSandbox = request.url.host?.hasPrefix("sandbox") ?? false
        let answer = store.verifyReceipt(question, endpoint: isSandbox ? .sandbox : .production)
        return HTTPTransportResponse(status: 200, body: answer.jsonData)
    }
}
