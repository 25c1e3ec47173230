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

        /// Posts the question.
        ///
        /// - Throws: `URLError`.
        public func answer(to question: OCSPQuestion) async throws -> Data {
            var request = URLRequest(url: question.url, timeoutInterval: question.timeout)
            request.httpMethod = "POST"
            request.httpBody = question.body
            request.setValue(OCSPQuestion.contentType, forHTTPHeaderField: "Content-Type")
            let (bytes, response) = try await session.bytes(for: request)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
            var answer = Data()
            for try await byte in bytes {
                guard answer.count < question.maximumLength else { throw URLError(.dataLengthExceedsMaximum) }
                answer.append(byte)
            }
            return answer
        }
    }
#endif
