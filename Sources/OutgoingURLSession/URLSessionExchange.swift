import AppStoreModels
package import Foundation

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// One request and its whole answer, over `URLSession`: how the client modules send requests.
///
/// - Nothing is sent to what is no `HTTPAddress`.
/// - One deadline is around everything until the last byte; the session's own starts anew with every byte.
/// - An answer is as long as the caller says, or refused.
/// - A redirect is an answer as any other, and is not followed.
package final class URLSessionExchange: Sendable {
    /// Gets the answer or why there is none, on any thread.
    package typealias Completion = @Sendable (Result<Answer, any Error>) -> Void

    /// A whole answer.
    package struct Answer: Sendable {
        /// The HTTP status.
        package let status: Int
        /// What was received.
        package let body: Data
    }

    private let session: URLSession
    private let receiver = AnswerReceiver()

    /// Exchanges with a session of their own, which keeps nothing: no cookies, no cache.
    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    deinit {
        // A session keeps its delegate until it is told that nothing more comes.
        session.finishTasksAndInvalidate()
    }

    /// Sends a request and calls `completion` exactly once.
    ///
    /// - Parameters:
    ///   - request: What is sent, and where to.
    ///   - seconds: How long all of it may take.
    ///   - limit: The longest body of an answer that is read, in bytes.
    ///   - completion: Gets the answer, whatever its status, or an error, usually `URLError`.
    package func send(
        _ request: URLRequest,
        within seconds: TimeInterval,
        upTo limit: Int,
        completion: @escaping Completion
    ) {
        do {
            try URLError.check(request.url)
        } catch {
            return completion(.failure(error))
        }
        let task = session.dataTask(with: request)
        let deadline = DeadlineTimer(seconds) { [receiver, weak task] in
            guard let task else { return }
            receiver.end(task, .failure(URLError.late(seconds)))
        }
        receiver.expect(task, upTo: limit, deadline: deadline, completion: completion)
        task.resume()
    }
}

extension URLError {
    /// Refuses an address that nothing can be sent to.
    package static func check(_ url: URL?) throws(URLError) {
        guard let url else { throw URLError(.badURL) }
        do {
            _ = try HTTPAddress(url)
        } catch {
            throw URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: "\(error)"])
        }
    }

    /// The whole answer was not there in time.
    package static func late(_ seconds: TimeInterval) -> URLError {
        let text = "There was no whole answer within \(seconds) seconds."
        return URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// The answer has more bytes than are read.
    package static func tooLong(_ limit: Int) -> URLError {
        let text = "The answer has more than \(limit) bytes."
        return URLError(.dataLengthExceedsMaximum, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
