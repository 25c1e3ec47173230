import AppStoreModels
import Foundation
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Collects the answers of a session's tasks, each up to its limit.
final class AnswerReceiver: NSObject, URLSessionDataDelegate, Sendable {
    /// One answer on its way.
    private struct Expected: Sendable {
        let limit: Int
        let deadline: DeadlineTimer
        let completion: URLSessionTransport.Completion
        var body = Data()
    }

    private let expected = Locked([Int: Expected]())

    /// Waits for the answer to a task that has not begun.
    func expect(
        _ task: URLSessionTask,
        upTo limit: Int,
        deadline: DeadlineTimer,
        completion: @escaping URLSessionTransport.Completion
    ) {
        let answer = Expected(limit: limit, deadline: deadline, completion: completion)
        expected.withLock { $0[task.taskIdentifier] = answer }
        deadline.start()
    }

    /// Ends a task, if nothing has ended it yet.
    ///
    /// - Parameter result: What its caller gets; nil for what was received.
    func end(_ task: URLSessionTask, _ result: Result<HTTPTransportResponse, any Error>? = nil) {
        guard let answer = expected.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        answer.deadline.cancel()
        task.cancel()
        if let result {
            answer.completion(result)
        } else if let response = task.response as? HTTPURLResponse {
            answer.completion(.success(HTTPTransportResponse(response, answer.body)))
        } else {
            answer.completion(.failure(URLError(.badServerResponse)))
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let exceeded = expected.withLock { expected -> Int? in
            guard var answer = expected[dataTask.taskIdentifier] else { return nil }
            guard answer.body.count + data.count <= answer.limit else { return answer.limit }
            // Out of the dictionary while it grows, so that the bytes are not copied each time.
            expected[dataTask.taskIdentifier] = nil
            answer.body.append(data)
            expected[dataTask.taskIdentifier] = answer
            return nil
        }
        if let exceeded { end(dataTask, .failure(URLError.tooLong(exceeded))) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task, error.map { .failure($0) })
    }

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
