public import Foundation
import OutgoingURLSession

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Carries a request to `verifyReceipt` and brings its answer.
public protocol ReceiptTransport: Sendable {
    /// Posts a JSON body; calls `completion` once, on any thread, with the body of the answer.
    func post(_ body: Data, to url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void)
}

/// Carries receipts with a `URLSession`.
///
/// It follows no redirect: receipt and shared secret are for the address that was given only.
public struct URLSessionReceiptTransport: ReceiptTransport {
    /// The longest answer that is read, in bytes; Apple's reach a few megabytes for old accounts.
    static let maximumAnswer = 32 * 1_024 * 1_024

    private let session: URLSession
    private let exchange = URLSessionExchange()
    private let timeoutSeconds: TimeInterval

    /// A transport.
    ///
    /// - Parameters:
    ///   - session: Used with its configuration and delegate, unless it is the shared one.
    ///   - timeoutSeconds: How long the whole answer may take.
    public init(session: URLSession = .shared, timeoutSeconds: TimeInterval = 30) {
        self.session = session
        self.timeoutSeconds = timeoutSeconds
    }

    /// Posts a JSON body.
    public func post(_ body: Data, to url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        do {
            try URLError.check(url)
        } catch {
            return completion(.failure(error))
        }
        var request = URLRequest(url: url, timeoutInterval: timeoutSeconds)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if session === URLSession.shared {
            exchange.send(request, within: timeoutSeconds, upTo: Self.maximumAnswer) { answer in
                completion(answer.map(\.body))
            }
        } else {
            send(request, completion)
        }
    }

    /// Sends a request in the caller's session, whose delegate hears of it as of any other.
    private func send(_ request: URLRequest, _ completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        let answer = OneAnswer(within: timeoutSeconds, upTo: Self.maximumAnswer, completion)
        let task = session.dataTask(with: request) { data, _, error in answer.receive(data, error) }
        task.delegate = RedirectRefusal()
        answer.watch(task)
        task.resume()
    }
}
