public import AppStoreModels
import Locking

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// The transport over `URLSession`: how apps send requests.
///
/// - Nothing is sent to what is no `HTTPAddress`.
/// - One deadline is around everything until the last byte; the session's own starts anew with every byte.
/// - An answer is as long as the request says, or refused.
/// - A redirect is an answer as any other, and is not followed.
///
/// What it throws for an answer that did not come is a `URLError`.
///
/// To ask OCSP responders in an app: Apple's listen on plain HTTP, which App Transport Security forbids unless the app's
/// `Info.plist` names `ocsp.apple.com` as an exception. The answers are signed, so nothing is lost by it.
public final class URLSessionTransport: HTTPTransport {
    typealias Completion = @Sendable (Result<HTTPTransportResponse, any Error>) -> Void

    private let session: URLSession
    /// Collects answers in a session of the transport's own; nil for the caller's.
    private let receiver: AnswerReceiver?

    /// A transport with a session of its own, which keeps nothing: no cookies, no cache.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        let receiver = AnswerReceiver()
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
        self.receiver = receiver
    }

    /// A transport in a session of the caller's, whose configuration counts and whose delegate hears of every request.
    public init(session: URLSession) {
        self.session = session
        receiver = nil
    }

    deinit {
        // A session keeps its delegate until it is told that nothing more comes.
        if receiver != nil { session.finishTasksAndInvalidate() }
    }

    public func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let begun = Locked<(task: URLSessionTask?, isCancelled: Bool)>((nil, false))
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let task = start(request) { continuation.resume(with: $0) }
                    let isCancelled = begun.withLock { begun in
                        begun.task = task
                        return begun.isCancelled
                    }
                    if isCancelled { task?.cancel() }
                }
            } onCancel: {
                let task = begun.withLock { begun in
                    begun.isCancelled = true
                    return begun.task
                }
                task?.cancel()
            }
        } catch let error as URLError where error.code == .cancelled {
            throw CancellationError()
        }
    }

    public func send(
        _ request: HTTPTransportRequest,
        completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
    ) {
        _ = start(request, completion)
    }

    private func start(_ request: HTTPTransportRequest, _ completion: @escaping Completion) -> URLSessionTask? {
        do {
            try URLError.check(request.url)
        } catch {
            completion(.failure(error))
            return nil
        }
        let task: URLSessionTask
        if let receiver {
            task = session.dataTask(with: URLRequest(request))
            let deadline = DeadlineTimer(request.timeout) { [weak task] in
                if let task { receiver.end(task, .failure(URLError.late(request.timeout))) }
            }
            receiver.expect(task, upTo: request.maximumResponseLength, deadline: deadline, completion: completion)
        } else {
            let answer = OneAnswer(to: request, completion)
            task = session.dataTask(with: URLRequest(request)) { answer.receive($0, $1, $2) }
            task.delegate = RedirectRefusal()
            answer.watch(task)
        }
        task.resume()
        return task
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPTransportRequest) {
        self.init(url: request.url, timeoutInterval: request.timeout)
        httpMethod = request.method
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
        guard request.method != "GET" else { return }
        httpBody = request.body
        setValue(request.contentType, forHTTPHeaderField: "Content-Type")
    }
}

extension HTTPTransportResponse {
    /// What the session received.
    init(_ response: HTTPURLResponse, _ body: Data) {
        self.init(
            status: response.statusCode,
            body: body,
            retryAfterHeader: response.value(forHTTPHeaderField: "Retry-After"),
            dateHeader: response.value(forHTTPHeaderField: "Date")
        )
    }
}
