import AppStoreModels
import Foundation
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The answer to one request in a session of the caller's: it comes once, in time, and not too long.
final class OneAnswer: Sendable {
    private let seconds: TimeInterval
    private let limit: Int
    private let waiting: Locked<(completion: URLSessionTransport.Completion, deadline: DeadlineTimer?)?>

    init(to request: HTTPTransportRequest, _ completion: @escaping URLSessionTransport.Completion) {
        seconds = request.timeout
        limit = request.maximumResponseLength
        waiting = Locked((completion, nil))
    }

    /// Cancels a task that is not done in time.
    func watch(_ task: URLSessionTask) {
        let deadline = DeadlineTimer(seconds) { [self, weak task] in
            end(.failure(URLError.late(seconds)))
            task?.cancel()
        }
        waiting.withLock { $0?.deadline = deadline }
        deadline.start()
    }

    /// Takes what the session says.
    func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        let data = data ?? Data()
        if let error {
            end(.failure(error))
        } else if data.count > limit {
            end(.failure(URLError.tooLong(limit)))
        } else if let response = response as? HTTPURLResponse {
            end(.success(HTTPTransportResponse(response, data)))
        } else {
            end(.failure(URLError(.badServerResponse)))
        }
    }

    private func end(_ result: Result<HTTPTransportResponse, any Error>) {
        let ended = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        ended?.deadline?.cancel()
        ended?.completion(result)
    }
}
