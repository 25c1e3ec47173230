public import AppStoreModels
import Foundation

extension VerifyReceiptReplacement: HTTPTransport {
    /// Answers what is sent to the two addresses of `verifyReceipt`; all else goes through the transport for others.
    ///
    /// HTTP says 200 whatever the `status` in the body, as with Apple.
    ///
    /// - Throws: `HTTPTransportError`: `invalid-address` for another address if there is no transport for others,
    ///   `response-too-long`; `CancellationError`; what the transport for others throws.
    public func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        guard let environment = environment(of: request.url) else {
            guard let others else {
                let reason = "\(request.url.host ?? "this") is no address of verifyReceipt; give a transport for others"
                throw HTTPTransportError(.invalidAddress, reason: reason)
            }
            return try await others.send(request)
        }
        let body = try await response(to: request, environment).jsonData
        guard body.count <= request.maximumResponseLength else {
            let reason =
                "the answer has \(body.count) bytes, more than the \(request.maximumResponseLength) that are read"
            throw HTTPTransportError(.responseTooLong, reason: reason)
        }
        return HTTPTransportResponse(status: 200, body: body)
    }

    private func response(
        to request: HTTPTransportRequest,
        _ environment: AppStoreEnvironment
    ) async throws(CancellationError) -> VerifyReceiptResponse {
        guard request.method == "POST" else {
            var response = VerifyReceiptResponse()
            response.status = .notPOST
            return response
        }
        // A body that is no JSON object has no `receipt-data`.
        let question = (try? VerifyReceiptRequest(jsonData: request.body)) ?? VerifyReceiptRequest()
        return try await answer(question, as: environment, within: min(request.timeout, totalTimeout))
    }

    private func environment(of url: URL) -> AppStoreEnvironment? {
        [AppStoreEnvironment.production, .sandbox].first { endpoints.url(of: $0).names(url) }
    }
}

extension URL {
    /// Whether another address means the same: hosts and schemes are the same in capital letters.
    fileprivate func names(_ other: URL) -> Bool {
        scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
            && port == other.port && path == other.path
    }
}
