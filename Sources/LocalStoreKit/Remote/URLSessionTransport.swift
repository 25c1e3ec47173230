import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries messages with Foundation's `URLSession`.
struct URLSessionTransport: StoreTransport {
    let url: URL
    private let session: URLSession

    init(url: URL) {
        self.url = url
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        session = URLSession(configuration: configuration)
    }

    func send(
        _ path: String,
        body: Data,
        timeout seconds: TimeInterval,
        completion: @escaping @Sendable (Result<StoreTransportResponse, any Error>) -> Void
    ) {
        var request = URLRequest(url: url.appendingPathComponent(path), timeoutInterval: seconds)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let task = session.dataTask(with: request) { data, response, error in
            if let response = response as? HTTPURLResponse {
                completion(.success(StoreTransportResponse(status: response.statusCode, body: data ?? Data())))
            } else {
                completion(.failure(error ?? URLError(.badServerResponse)))
            }
        }
        task.resume()
    }
}
