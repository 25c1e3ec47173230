#if canImport(Darwin)
    public import Foundation

    /// Asks OCSP responders with `URLSession`, for a ``RevocationChecker`` in an app.
    ///
    /// Apple's responders listen on plain HTTP, which App Transport Security forbids unless the app's `Info.plist` names
    /// `ocsp.apple.com` as an exception. The answers are signed, so nothing is lost by it.
    public struct URLSessionOCSPTransport: OCSPTransport {
        private let session: URLSession

        /// A transport over a session.
        public init(session: URLSession = .shared) { self.session = session }

        /// Posts the question. A redirect is no answer.
        ///
        /// - Throws: `URLError`.
        public func answer(to question: OCSPQuestion) async throws -> Data {
            // The session's own time-out starts anew with every byte.
            try await withThrowingTaskGroup(of: Data.self) { group in
                group.addTask { try await read(question) }
                group.addTask {
                    try await Task.sleep(nanoseconds: UInt64(max(question.timeout, 0) * 1_000_000_000))
                    throw URLError(.timedOut)
                }
                defer { group.cancelAll() }
                guard let answer = try await group.next() else { throw URLError(.unknown) }
                return answer
            }
        }

        private func read(_ question: OCSPQuestion) async throws -> Data {
            var request = URLRequest(url: question.url, timeoutInterval: question.timeout)
            request.httpMethod = "POST"
            request.httpBody = question.body
            request.setValue(OCSPQuestion.contentType, forHTTPHeaderField: "Content-Type")
            let (bytes, response) = try await session.bytes(for: request, delegate: RedirectRefusal())
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
            var answer = Data()
            for try await byte in bytes {
                guard answer.count < question.maximumLength else { throw URLError(.dataLengthExceedsMaximum) }
                answer.append(byte)
            }
            return answer
        }
    }

    /// Follows no redirect: the certificate named one address.
    private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
#endif
