public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Carries a request to `verifyReceipt` and brings its answer.
public protocol ReceiptTransport: Sendable {
    /// Posts a JSON body; calls `completion` once, on any thread, with the body of the answer.
    func post(_ body: Data, to url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void)
}

/// Carries receipts with a `URLSession`.
public struct URLSessionReceiptTransport: ReceiptTransport {
    private let session: URLSession
    private let timeoutSeconds: TimeInterval

    /// A transport; an answer that takes longer than `timeoutSeconds` is an error.
    public init(session: URLSession = .shared, timeoutSeconds: TimeInterval = 30) {
        self.session = session
        self.timeoutSeconds = timeoutSeconds
    }

    /// Posts a JSON body.
    public func post(_ body: Data, to url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        var request = URLRequest(url: url, timeoutInterval: timeoutSeconds)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        session.dataTask(with: request) { data, _, error in
            if let error {
                completion(.failure(error))
            } else {
                completion(.success(data ?? Data()))
            }
        }
        .resume()
    }
}
