public import Foundation

/// How requests leave the process: the one door to the network for everything that asks or tells another program.
///
/// Servers and tools use `AsyncHTTPClientTransport`, apps `URLSessionTransport`; tests give their own.
public protocol HTTPTransport: Sendable {
    /// Sends one request and reads the whole answer. A redirect is an answer as any other, and is not followed.
    ///
    /// - Throws: ``HTTPTransportError``, or the error of the system below, if no answer came, or one that is too long;
    ///   `CancellationError` if the task was cancelled.
    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse

    /// The same for a caller without a task: `completion` is called exactly once, on any thread.
    ///
    /// By default it begins a task. A transport whose callers may block all threads that tasks run on implements it.
    func send(
        _ request: HTTPTransportRequest,
        completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
    )
}

extension HTTPTransport {
    public func send(
        _ request: HTTPTransportRequest,
        completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
    ) {
        Task {
            do {
                completion(.success(try await send(request)))
            } catch {
                completion(.failure(error))
            }
        }
    }
}

/// A request.
public struct HTTPTransportRequest: Sendable {
    /// Where to.
    public var url: URL
    /// What to do there.
    public var method: String
    /// The value of the header `Content-Type`, if there is a body.
    public var contentType: String
    /// What is sent; may be empty.
    public var body: Data
    /// How long, in seconds, the whole exchange may take, until the last byte of the answer.
    public var timeout: TimeInterval
    /// The longest answer that is read, in bytes.
    public var maximumResponseLength: Int
    /// Further headers, for example `Authorization`. They may hold secrets and belong into no log.
    public var headers: [String: String]
    /// The address, in numbers, to connect to instead of one that the host's name stands for; nil for those.
    package var connectAddress: String?

    /// A request.
    public init(
        url: URL,
        method: String = "POST",
        contentType: String = "application/json",
        body: Data = Data(),
        timeout: TimeInterval = 30,
        maximumResponseLength: Int = 32 * 1024 * 1024,
        headers: [String: String] = [:]
    ) {
        self.url = url
        self.method = method
        self.contentType = contentType
        self.body = body
        self.timeout = timeout
        self.maximumResponseLength = maximumResponseLength
        self.headers = headers
    }
}

/// A whole answer.
public struct HTTPTransportResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// What was received.
    public var body: Data
    /// The header `Retry-After` in seconds, if the server sent one.
    public var retryAfter: TimeInterval?
    /// The header `Retry-After` as it came: the App Store Server API sends a moment in milliseconds since 1970.
    public var retryAfterHeader: String?
    /// The header `Date` as it came: what time it is there.
    package var dateHeader: String?
    /// The header `ETag` as it came: what tells this answer from others.
    package var entityTagHeader: String?
    /// What is free again when nobody holds the answer any more.
    package var held: [any Sendable] = []

    /// An answer.
    public init(status: Int, body: Data, retryAfter: TimeInterval? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }

    /// An answer with a header `Retry-After` of which whole seconds count; a date, a fraction or a word does not.
    package init(
        status: Int,
        body: Data,
        retryAfterHeader: String?,
        dateHeader: String? = nil,
        entityTagHeader: String? = nil
    ) {
        let seconds = retryAfterHeader.flatMap { Int($0) }.flatMap { $0 >= 0 ? TimeInterval($0) : nil }
        self.init(status: status, body: body, retryAfter: seconds)
        self.retryAfterHeader = retryAfterHeader
        self.dateHeader = dateHeader
        self.entityTagHeader = entityTagHeader
    }
}
