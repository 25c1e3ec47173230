import Foundation
import OutgoingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries messages with Foundation's `URLSession`.
struct URLSessionTransport: StoreTransport {
    /// The longest answer that is read, in bytes; a receipt of a customer of many years has a few megabytes.
    static let maximumAnswer = 64 * 1_024 * 1_024

    let url: URL
    private let exchange = URLSessionExchange()

    init(url: URL) { self.url = url }

    func send(
        _ path: String,
        body: Data,
        timeout seconds: TimeInterval,
        completion: @escaping @Sendable (Result<StoreTransportResponse, any Error>) -> Void
    ) {
        // Before the path is added: Foundation makes an address of anything.
        do {
            try URLError.check(url)
        } catch {
            return completion(.failure(error))
        }
        var request = URLRequest(url: url.appendingPathComponent(path), timeoutInterval: seconds)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        exchange.send(request, within: seconds, upTo: Self.maximumAnswer) { answer in
            completion(answer.map { StoreTransportResponse(status: $0.status, body: $0.body) })
        }
    }
}
